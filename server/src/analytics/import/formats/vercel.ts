import type { LineReader, LogFormat, LogLine } from './format.ts';
import { unreadable } from './format.ts';
import { isObject, readObject, statusOf, textOf } from './fields.ts';
import { toLine } from './request.ts';
import { readTime } from './time.ts';

/**
 * The output of Vercel's log drains, as JSON lines or arrays: https://vercel.com/docs/drains/reference/logs
 * Only entries with a `proxy` are about requests. One request may have many entries: each line that a function prints
 * is an entry with the same `requestId`, and all of them count once.
 */
export const vercel: LogFormat = {
  name: 'vercel',
  json: true,
  open: openVercel,
};

function openVercel(host: string | undefined): LineReader {
  return (line): LogLine => {
    const entry = readObject(line);
    if (entry === undefined) return unreadable('it is no JSON object');
    const { proxy } = entry;
    if (!isObject(proxy)) {
      return entry.deploymentId === undefined ? unreadable('it is not an entry of a log drain') : undefined;
    }
    const status = statusOf(proxy.statusCode) ?? statusOf(entry.statusCode);
    // A page that is regenerated in the background: no reader requested it.
    if (status === -1) return undefined;
    return toLine({
      at: readTime(proxy.timestamp) ?? readTime(entry.timestamp),
      method: textOf(proxy.method),
      target: textOf(proxy.path) ?? '',
      host: textOf(proxy.host) ?? host,
      scheme: textOf(proxy.scheme) === 'http' ? 'http' : 'https',
      status,
      userAgent: textOf(proxy.userAgent),
      referrer: textOf(proxy.referer),
      address: textOf(proxy.clientIp),
      requestId: textOf(entry.requestId),
    });
  };
}
