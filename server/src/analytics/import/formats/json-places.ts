import { isObject, textOf } from './fields.ts';
import type { JsonObject } from './fields.ts';

/**
 * Where each thing may stand, the surest first; a dot leads into an object, or is part of the name. Of Copydesk's own
 * events, nginx, pino, Express's morgan, Traefik, Cloudflare Logpush, Google Cloud and the Elastic Common Schema.
 */
export const places = {
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
} satisfies Record<string, string[]>;

export type Thing = keyof typeof places;

export const headerPlaces = ['headers', 'req.headers', 'request.headers'];

/** The first text or number that stands in one of a thing's places. */
export function textAt(entry: JsonObject, thing: Thing): string | undefined {
  for (const place of places[thing]) {
    const text = textOf(valueAt(entry, place));
    if (text !== undefined && text !== '' && text !== '-') return text;
  }
  return undefined;
}

/** The first object that stands in one of the places. */
export function objectAt(entry: JsonObject, among: readonly string[]): JsonObject | undefined {
  return among.map((place) => valueAt(entry, place)).find(isObject);
}

function valueAt(entry: JsonObject, place: string): unknown {
  if (place in entry || !place.includes('.')) return entry[place];
  let value: unknown = entry;
  for (const name of place.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}
