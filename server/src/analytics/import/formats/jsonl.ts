import type { FieldName, LineReader, LogFormat, LogLine, NeededField, OwnFields } from './format.ts';
import { neededFields, unreadable } from './format.ts';
import { headersOf, isObject, readObject, statusOf, textOf } from './fields.ts';
import type { JsonObject } from './fields.ts';
import { hasField, headerPlaces, objectAt, places, textAt } from './json-places.ts';
import { readRequestLine, toLine } from './request.ts';
import { readTime } from './time.ts';

/** One JSON object a line, with the fields of a collect request or the names that other programs use. */
export const jsonl: LogFormat = {
  name: 'jsonl',
  json: true,
  open: openJsonLines,
  lacks: missingFields,
};

function openJsonLines(host: string | undefined, own?: OwnFields): LineReader {
  const look = openMissing(own);
  return (line): LogLine => {
    const entry = readObject(line);
    if (entry === undefined) return unreadable('it is no JSON object');
    const text = (name: FieldName): string | undefined => textAt(entry, name, own);
    const asked = readRequestLine(text('request') ?? '');
    const target = text('url') ?? asked?.target;
    if (target === undefined) return withoutTarget(entry, own);
    if (isWithinAzure(entry)) return undefined;
    const missing = look(entry);
    if (missing !== undefined) return missing;
    const headers = headersIn(entry);
    return withOwnId(
      entry,
      toLine({
        at: readTime(text('timestamp')),
        method: text('method') ?? asked?.method,
        target,
        host: text('host') ?? host,
        scheme: schemeOf(text('scheme')),
        status: statusOf(text('status')),
        userAgent: decodeField(text('userAgent')) ?? headers?.['user-agent'],
        referrer: decodeField(text('referrer')) ?? headers?.referer,
        headers,
        contentType: text('contentType'),
        address: text('ip'),
        forwardedFor: text('forwardedFor') ?? headers?.['x-forwarded-for'],
      }),
    );
  };
}

function headersIn(entry: JsonObject): ReturnType<typeof headersOf> {
  return headersOf(objectAt(entry, headerPlaces)) ?? prefixedHeaders(entry);
}

function schemeOf(text: string | undefined): 'http' | undefined {
  return text === 'http' ? 'http' : undefined;
}

/** An event that servers also send over HTTP has its own id there, and counts once with it. */
function withOwnId(entry: JsonObject, logged: LogLine): LogLine {
  const id = textOf(entry.id);
  return logged !== undefined && 'event' in logged && id !== undefined && isUuid.test(id)
    ? { event: { ...logged.event, id } }
    : logged;
}

/**
 * Akamai percent-encodes fields: `Mozilla%2F5.0%20(X11)`. Nobody sends a user agent in this form, since real ones
 * contain spaces.
 */
function decodeField(text: string | undefined): string | undefined {
  if (text === undefined || !/^(?:https?%3A|[^ ]*%20)[^ ]*$/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** When a request passes two nodes of Azure Front Door, the inner one logs it a second time. */
function isWithinAzure({ properties }: JsonObject): boolean {
  return isObject(properties) && String(properties.isReceivedFromClient) === 'false';
}

/** A server that received something other than an HTTP request still writes a line, with an empty target. */
function withoutTarget(entry: JsonObject, own?: OwnFields): LogLine {
  const names = [...places.url, ...places.request, own?.url, own?.request];
  return names.some((name) => name !== undefined && name in entry)
    ? { drop: 'method', detail: 'It is no request of HTTP' }
    : unreadable('it has no "url", "path" or "request"');
}

/** Returns the needed fields that none of the lines about requests has. */
function missingFields(lines: readonly string[], own: OwnFields = {}): NeededField[] {
  const read = openJsonLines(undefined, own);
  const entries = lines
    .filter((line) => {
      const logLine = read(line);
      return logLine !== undefined && 'event' in logLine;
    })
    .map(readObject)
    .filter((entry) => entry !== undefined);
  if (entries.length === 0) return [];
  return neededFields.filter(
    (name) => own[name] !== 'none' && !entries.some((entry) => hasNeededField(entry, name, own)),
  );
}

/**
 * Returns a check whether a line lacks a field that earlier lines had. A line of another logger may use unknown field
 * names; if it were counted, its readers would be bots and its missing pages views. But a reader without a user agent
 * is a bot anyway, so the line is refused only when it has a user agent under another name.
 */
function openMissing(own: OwnFields = {}): (entry: JsonObject) => ReturnType<typeof unreadable> | undefined {
  const had = { status: false, userAgent: false };
  const isGone = (entry: JsonObject, name: NeededField): boolean => {
    if (own[name] === 'none') return false;
    const exists = hasNeededField(entry, name, own);
    had[name] ||= exists;
    return had[name] && !exists;
  };
  return (entry) => {
    if (isGone(entry, 'status')) return unreadable('it has no status under the name that other lines use');
    if (!isGone(entry, 'userAgent') || !namesUserAgent(entry)) return undefined;
    return unreadable('it has its user agent under another name than other lines');
  };
}

function namesUserAgent(entry: JsonObject): boolean {
  const names = [entry, ...Object.values(entry).filter(isObject)].flatMap((part) => Object.keys(part));
  return names.some((name) => /(?:user|client|browser|visitor)[-_ .]?agent/i.test(name));
}

function hasNeededField(entry: JsonObject, name: NeededField, own: OwnFields): boolean {
  if (hasField(entry, name, own)) return true;
  if (name === 'status') return isOwnEvent(entry);
  return headersOf(objectAt(entry, headerPlaces))?.['user-agent'] !== undefined;
}

/** An event in the form of a collect request needs no status: only served pages are sent. */
function isOwnEvent(entry: JsonObject): boolean {
  return 'timestamp' in entry && 'userAgent' in entry && ('url' in entry || 'path' in entry);
}

/**
 * nginx logs headers one by one, as `http_accept`, and Traefik as `request_Accept`. They count as known when Accept is
 * among them together with one that is never logged alone: a single logged header says nothing about the others. nginx also
 * writes headers that were not sent, Traefik does not.
 */
function prefixedHeaders(entry: JsonObject): Record<string, string> | undefined {
  if ('http_accept' in entry && 'http_sec_fetch_mode' in entry) return headersBehind(entry, 'http_');
  const [accept, ...others] = ['Accept', 'Accept-Encoding', 'Sec-Fetch-Mode'].map((name) => `request_${name}` in entry);
  return accept && others.includes(true) ? headersBehind(entry, 'request_') : undefined;
}

function headersBehind(entry: JsonObject, prefix: string): Record<string, string> | undefined {
  const headers = Object.entries(entry)
    .filter(([name, value]) => name.startsWith(prefix) && typeof value === 'string' && value !== '' && value !== '-')
    .map(([name, value]) => [name.slice(prefix.length).replaceAll('_', '-'), value]);
  return headersOf(Object.fromEntries(headers));
}
