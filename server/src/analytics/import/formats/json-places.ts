import { isObject, textOf } from './fields.ts';
import type { FieldName, OwnFields } from './format.ts';
import type { JsonObject } from './fields.ts';

/**
 * Where each field may be, the most reliable place first; a dot leads into an object, or is part of the name. They
 * cover Copydesk's own events, nginx, pino, Express's morgan, Traefik, Cloudflare Logpush, Google Cloud, Azure Front
 * Door, Akamai DataStream 2, the Elastic Common Schema, and the examples of Fastly, Envoy and Netlify:
 * https://www.fastly.com/documentation/guides/integrations/logging/useful-log-formats/
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 * https://docs.netlify.com/monitor-sites/log-drains/
 * https://learn.microsoft.com/azure/frontdoor/front-door-diagnostics
 * https://techdocs.akamai.com/datastream2/docs/data-set-parameters
 */
export const places: Readonly<Record<FieldName, readonly string[]>> = {
  timestamp: [
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
    'reqTimeSec',
    'start_time',
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
    'properties.httpMethod',
    'reqMethod',
  ],
  url: [
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
    'ClientRequestPath',
    'properties.requestUri',
    'reqPath',
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
    'authority',
    'server_name',
    'vhost',
    'reqHost',
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
    'response_status',
    'response_code',
    'properties.httpStatusCode',
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
    'request_user_agent',
    'properties.userAgent',
    'UA',
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
    'request_referer',
    'properties.referer',
  ],
  ip: [
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
    'downstream_remote_address',
    'properties.clientIp',
    'cliIP',
  ],
  // Not `content_type`: in nginx that is the type of the request.
  contentType: [
    'contentType',
    'sent_http_content_type',
    'upstream_http_content_type',
    'res.headers.content-type',
    'http.response.mime_type',
    'downstream_Content-Type',
    'EdgeResponseContentType',
    'rspContentType',
  ],
  forwardedFor: ['http_x_forwarded_for', 'x_forwarded_for', 'xff'],
};

export const headerPlaces = ['headers', 'req.headers', 'request.headers'];

/** Returns the first text or number in one of a field's places, or in the user's own place when one is given. */
export function textAt(entry: JsonObject, name: FieldName, own: OwnFields = {}): string | undefined {
  for (const place of placesOf(name, own)) {
    const text = textOf(valueAt(entry, place));
    if (text !== undefined && text !== '' && text !== '-') return text;
  }
  return undefined;
}

/** Returns whether a field exists in one of its places, even if it is empty. */
export function hasField(entry: JsonObject, name: FieldName, own: OwnFields = {}): boolean {
  return placesOf(name, own).some((place) => valueAt(entry, place) !== undefined);
}

function placesOf(name: FieldName, own: OwnFields): readonly string[] {
  const ownPlace = own[name];
  return ownPlace === undefined ? places[name] : [ownPlace];
}

/** Returns the first object in one of the places. */
export function objectAt(entry: JsonObject, among: readonly string[]): JsonObject | undefined {
  return among.map((place) => valueAt(entry, place)).find(isObject);
}

function valueAt(entry: JsonObject, place: string): unknown {
  if (place in entry || !place.includes('.')) return entry[place];
  let value: unknown = entry;
  for (const name of place.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}
