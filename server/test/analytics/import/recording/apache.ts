import type { ServerKind } from './server.ts';

const modules = ['mpm_event', 'authz_core', 'mime', 'dir'];
const logs = ['combined', 'common', 'vhost'];

export const apache: ServerKind = {
  program: 'apache2',
  logs,
  configuration: (folder, port) => `ServerName docs.example.com
ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/logs/error.log
Listen 127.0.0.1:${port}
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
User www-data
Group www-data
TypesConfig /etc/mime.types
DirectoryIndex index.html
DocumentRoot ${folder}/site
LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" combined
LogFormat "%h %l %u %t \\"%r\\" %>s %b" common
LogFormat "%v:%p %h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" vhost
${logs.map((name) => `CustomLog ${folder}/logs/${name}.log ${name}`).join('\n')}
`,
  argv: (configuration) => ['-f', configuration, '-DFOREGROUND'],
  stopSignal: 'SIGTERM',
};
