import { unreadable } from './format.ts';
import type { LineReader, LogFormat, LogLine } from './format.ts';
import { readRequestLine, toLine } from './request.ts';
import { readTime } from './time.ts';

/**
 * The default access log of Envoy, also with the fields that Istio inserts in the middle:
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage#default-format-string
 * It has no referrer, and the reader's address only as X-Forwarded-For.
 */
export const envoy: LogFormat = { name: 'envoy', json: false, open: openEnvoy };

/**
 * Time, request, status, and after four numbers X-Forwarded-For, the user agent, the request's id, the authority and
 * the upstream's address. Envoy does not escape quotes within them.
 */
const form =
  /^\[([^\]]{1,40})\] "(.*?)" (\d{1,3}) .*? \d+ \d+ \d+ [\d-]+ "(.*?)" "(.*?)" "[^"]*" "([^"]*)" "[^"]*"(?: [^"]*)?$/s;

function openEnvoy(host: string | undefined): LineReader {
  return (line): LogLine => {
    const match = form.exec(line);
    if (match === null) return unreadable("it is not in Envoy's default format");
    const [, time, request = '', status, forwardedFor, userAgent, authority] = match;
    const asked = readRequestLine(request);
    if (asked === undefined) return { drop: 'method', detail: 'It is no request of HTTP' };
    return toLine({
      at: readTime(time),
      ...asked,
      host: host ?? authority,
      status: Number(status),
      userAgent,
      forwardedFor: forwardedFor === '-' ? undefined : forwardedFor,
    });
  };
}
