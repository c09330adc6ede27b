import type { LineReader, LogFormat, LogLine } from './format.ts';
import { unreadable } from './format.ts';
import { headersOf, readObject, statusOf, textOf } from './fields.ts';
import type { JsonObject } from './fields.ts';
import { headerPlaces, objectAt, places, textAt } from './json-places.ts';
import type { Thing } from './json-places.ts';
import { toLine } from './request.ts';
import { readTime } from './time.ts';

/** A JSON object a line, with the fields of a collect request or the names that other programs give them. */
export const jsonl: LogFormat = {
  name: 'jsonl',
  json: true,
  open: openJsonLines,
};

function openJsonLines(host: string | undefined): LineReader {
  return (line): LogLine => {
    const entry = readObject(line);
    if (entry === undefined) return unreadable('it is no JSON object');
    const text = (thing: Thing): string | undefined => textAt(entry, thing);
    const asked = requestLine(text('request'));
    const target = text('target') ?? asked?.target;
    if (target === undefined) return withoutTarget(entry);
    const headers = headersOf(objectAt(entry, headerPlaces)) ?? nginxHeaders(entry);
    const logged = toLine({
      at: readTime(text('at')),
      method: text('method') ?? asked?.method,
      target,
      host: text('host') ?? host,
      scheme: text('scheme') === 'http' ? 'http' : undefined,
      status: statusOf(text('status')),
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
