import type { LineReader, LogFormat, LogLine } from './format.ts';
import { unreadable } from './format.ts';
import { headersOf, isObject, readObject, statusOf, textOf } from './fields.ts';
import { toLine } from './request.ts';
import { readTime } from './time.ts';

/**
 * The access log of Caddy 2, one JSON object a line: https://caddyserver.com/docs/logging#structured-logs
 * Caddy's messages about itself in the same log are skipped.
 */
export const caddy: LogFormat = {
  name: 'caddy',
  json: true,
  open: openCaddy,
};

function openCaddy(host: string | undefined): LineReader {
  return (line): LogLine => {
    const entry = readObject(line);
    if (entry === undefined) return unreadable('it is no JSON object');
    const { request } = entry;
    if (!isObject(request)) {
      return entry.msg === undefined ? unreadable('it has no "request"') : undefined;
    }
    const headers = headersOf(request.headers);
    const answered = isObject(entry.resp_headers) ? entry.resp_headers : {};
    return toLine({
      at: readTime(entry.ts),
      method: textOf(request.method),
      target: textOf(request.uri) ?? '',
      host: textOf(request.host) ?? host,
      scheme: isObject(request.tls) ? 'https' : 'http',
      status: statusOf(entry.status),
      userAgent: headers?.['user-agent'],
      referrer: headers?.referer,
      headers,
      contentType: textOf(answered['Content-Type']),
      // client_ip respects the proxies that Caddy trusts (2.7 and newer); 2.4 and older reported the peer as
      // remote_addr.
      address: textOf(request.client_ip) ?? textOf(request.remote_ip) ?? textOf(request.remote_addr),
      forwardedFor: headers?.['x-forwarded-for'],
    });
  };
}
