import type { ServerKind } from './server.ts';

export const caddy: ServerKind = {
  program: 'caddy',
  logs: ['access'],
  // Caddy writes everything to one log, as it does when nobody configures it.
  configuration: (folder, port) => `{
  admin off
  auto_https off
  log {
    output file ${folder}/logs/access.log
    format json
  }
}
http://:${port} {
  root * ${folder}/site
  file_server
  log
}
`,
  argv: (configuration) => ['run', '--config', configuration, '--adapter', 'caddyfile'],
  stopSignal: 'SIGTERM',
};
