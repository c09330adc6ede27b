import type { LineReader, LogFormat, LogLine } from './format.ts';
import { unreadable } from './format.ts';
import { headersOf, isObject, readObject, statusOf, textOf } from './fields.ts';
import type { JsonObject } from './fields.ts';
import { toLine } from './request.ts';
import { readTime } from './time.ts';

/** A JSON object a line, with the fields of a collect request or the names that other programs give them. */
export const jsonl: LogFormat = {
  name: 'jsonl',
  description: 'JSON lines, such as a log_format of nginx with escape=json',
  json: true,
  open: openJsonLines,
};

/**
 * Where each thing may stand, the surest first; a dot leads into an object, or is part of the name. Of Copydesk's own
 * events, nginx, pino, Express's morgan, Traefik, Cloudflare Logpush, Google Cloud and the Elastic Common Schema.
 */
const places = {
  at: [
    'timestamp',
    'time_iso8601',
    'msec',
    'time_local',
    '@timestamp',
    'time',
    'ts',
    'datetime',
    'date',
    'StartUTC',
    'EdgeStartTimestamp',
  ],
  request: ['request', 'http.request.line'],
  method: [
    'method',
    'request_method',
    'http.request.method',
    'req.method',
    'request.method',
    'httpRequest.requestMethod',
    'RequestMethod',
    'ClientRequestMethod',
  ],
  target: [
    'url',
    'request_uri',
    'uri',
    'path',
    'url.original',
    'url.path',
    'req.url',
    'request.url',
    'request.uri',
    'httpRequest.requestUrl',
    'RequestPath',
    'ClientRequestURI',
  ],
  host: [
    'host',
    'http_host',
    'hostname',
    'url.domain',
    'req.headers.host',
    'request.host',
    'RequestHost',
    'ClientRequestHost',
    'server_name',
    'vhost',
  ],
  scheme: ['scheme', 'url.scheme', 'ClientRequestScheme'],
  status: [
    'status',
    'status_code',
    'statusCode',
    'http.response.status_code',
    'res.statusCode',
    'response.status',
    'httpRequest.status',
    'DownstreamStatus',
    'EdgeResponseStatus',
    'code',
  ],
  userAgent: [
    'userAgent',
    'http_user_agent',
    'user_agent',
    'user-agent',
    'user_agent.original',
    'agent',
    'ua',
    'httpRequest.userAgent',
    'request_User-Agent',
    'ClientRequestUserAgent',
  ],
  referrer: [
    'referrer',
    'referer',
    'http_referer',
    'http_referrer',
    'http.request.referrer',
    'httpRequest.referer',
    'request_Referer',
    'ClientRequestReferer',
  ],
  address: [
    'ip',
    'remote_addr',
    'client_ip',
    'clientIp',
    'remote_ip',
    'source.ip',
    'client.ip',
    'req.remoteAddress',
    'httpRequest.remoteIp',
    'ClientHost',
    'ClientIP',
    'client',
  ],
  forwardedFor: ['http_x_forwarded_for', 'x_forwarded_for', 'xff'],
  headers: ['headers', 'req.headers', 'request.headers'],
} satisfies Record<string, string[]>;

function openJsonLines(host: string | undefined): LineReader {
  return (line): LogLine => {
    const entry = readObject(line);
    if (entry === undefined) return unreadable('it is no JSON object');
    const asked = requestLine(textOf(find(entry, places.request)));
    const target = textOf(find(entry, places.target)) ?? asked?.target;
    if (target === undefined) return withoutTarget(entry);
    const headers = headersOf(find(entry, places.headers)) ?? nginxHeaders(entry);
    const text = (name: keyof typeof places): string | undefined => textOf(find(entry, places[name]));
    const logged = toLine({
      at: readTime(find(entry, places.at)),
      method: text('method') ?? asked?.method,
      target,
      host: text('host') ?? host,
      scheme: text('scheme') === 'http' ? 'http' : undefined,
      status: statusOf(find(entry, places.status)),
      userAgent: text('userAgent') ?? headers?.['user-agent'],
      referrer: text('referrer') ?? headers?.referer,
      headers,
      address: text('address'),
      forwardedFor: text('forwardedFor') ?? headers?.['x-forwarded-for'],
    });
    const id = textOf(entry.id);
    // An event that servers also send by HTTP has an id of its own there, and counts once with it.
    return logged !== undefined && 'event' in logged && id !== undefined && isUuid.test(id)
      ? { event: { ...logged.event, id } }
      : logged;
  };
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A server that was sent no request of HTTP writes a line all the same, with nothing in it. */
function withoutTarget(entry: JsonObject): LogLine {
  const names = [...places.target, ...places.request];
  return names.some((name) => name in entry)
    ? { drop: 'method', detail: 'It is no request of HTTP' }
    : unreadable('it has no "url", "path" or "request"');
}

/** The first of the places at which there is something. */
function find(entry: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = entry[name] ?? (name.includes('.') ? within(entry, name) : undefined);
    if (value !== undefined && value !== null && value !== '' && value !== '-') return value;
  }
  return undefined;
}

function within(entry: JsonObject, path: string): unknown {
  let value: unknown = entry;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** `GET /docs HTTP/1.1` */
function requestLine(text: string | undefined): { method: string; target: string } | undefined {
  const match = /^(\S+) (.*?)(?: HTTP\/\d(?:\.\d)?)?$/s.exec(text ?? '');
  return match === null ? undefined : { method: match[1] ?? '', target: match[2] ?? '' };
}

/**
 * nginx tells headers one by one, as `http_accept`. They count as known when Accept is among them and one that only
 * browsers send: a single one that is told says nothing of the others.
 */
function nginxHeaders(entry: JsonObject): Record<string, string> | undefined {
  if (!('http_accept' in entry && 'http_sec_fetch_mode' in entry)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(entry)) {
    if (!name.startsWith('http_') || typeof value !== 'string' || value === '' || value === '-') continue;
    headers[name.slice('http_'.length).replaceAll('_', '-')] = value;
  }
  return headers;
}
