import type { ServerKind } from './server.ts';

const logs = ['combined', 'common', 'main', 'vhost', 'json', 'json-default'];

export const nginx: ServerKind = {
  program: 'nginx',
  logs,
  configuration: nginxConfiguration,
  argv: (configuration, folder) => ['-c', configuration, '-p', folder, '-e', `${folder}/logs/error.log`],
  stopSignal: 'SIGQUIT',
};

const json = (escape: string): string => `
  log_format ${escape === 'json' ? 'json' : 'json-default'} escape=${escape}
    '{"time":"$time_iso8601","ip":"$remote_addr","method":"$request_method","host":"$host","uri":"$request_uri",'
    '"status":$status,"http_referer":"$http_referer","http_user_agent":"$http_user_agent",'
    '"http_accept":"$http_accept","http_accept_language":"$http_accept_language",'
    '"http_sec_fetch_dest":"$http_sec_fetch_dest","http_sec_fetch_mode":"$http_sec_fetch_mode",'
    '"http_sec_fetch_site":"$http_sec_fetch_site","http_sec_purpose":"$http_sec_purpose"}';`;

function nginxConfiguration(folder: string, port: number): string {
  return `daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  types { text/html html; text/css css; text/javascript js; image/png png; text/markdown md; text/plain txt; }
  log_format common '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent';
  log_format main '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent '
    '"$http_referer" "$http_user_agent" "$http_x_forwarded_for" $request_time';
  log_format vhost '$http_host $remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent '
    '"$http_referer" "$http_user_agent"';${json('json')}${json('default')}
  gzip on;
  server {
    listen 127.0.0.1:${port};
    server_name docs.example.com;
    port_in_redirect off;
    root ${folder}/site;
    if_modified_since before;
    ${logs.map((name) => `access_log ${folder}/logs/${name}.log ${name};`).join('\n    ')}
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
  }
}
`;
}
