import type { FieldName, LineReader, LogFormat, LogLine, NeededField, OwnFields } from './format.ts';
import { neededFields, unreadable } from './format.ts';
import { headersOf, isObject, readObject, statusOf, textOf } from './fields.ts';
import type { JsonObject } from './fields.ts';
import { hasField, headerPlaces, objectAt, places, textAt } from './json-places.ts';
import { readRequestLine, toLine } from './request.ts';
import { readTime } from './time.ts';

/** A JSON object a line, with the fields of a collect request or the names that other programs give them. */
export const jsonl: LogFormat = {
  name: 'jsonl',
  json: true,
  open: openJsonLines,
  lacks,
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
    const headers = headersOf(objectAt(entry, headerPlaces)) ?? prefixedHeaders(entry);
    const logged = toLine({
      at: readTime(text('timestamp')),
      method: text('method') ?? asked?.method,
      target,
      host: text('host') ?? host,
      scheme: text('scheme') === 'http' ? 'http' : undefined,
      status: statusOf(text('status')),
      userAgent: decoded(text('userAgent')) ?? headers?.['user-agent'],
      referrer: decoded(text('referrer')) ?? headers?.referer,
      headers,
      contentType: text('contentType'),
      address: text('ip'),
      forwardedFor: text('forwardedFor') ?? headers?.['x-forwarded-for'],
    });
    const id = textOf(entry.id);
    // An event that servers also send by HTTP has an id of its own there, and counts once with it.
    return logged !== undefined && 'event' in logged && id !== undefined && isUuid.test(id)
      ? { event: { ...logged.event, id } }
      : logged;
  };
}

/** Akamai encodes fields like addresses: `Mozilla%2F5.0%20(X11)`. Nobody sends that so, since one has a blank. */
function decoded(text: string | undefined): string | undefined {
  if (text === undefined || !/^(?:https?%3A|[^ ]*%20)[^ ]*$/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Where Azure Front Door has two nodes on the way, the inner one tells of the same request once more. */
function isWithinAzure({ properties }: JsonObject): boolean {
  return isObject(properties) && String(properties.isReceivedFromClient) === 'false';
}

/** A server that was sent no request of HTTP writes a line all the same, with nothing in it. */
function withoutTarget(entry: JsonObject, own?: OwnFields): LogLine {
  const names = [...places.url, ...places.request, own?.url, own?.request];
  return names.some((name) => name !== undefined && name in entry)
    ? { drop: 'method', detail: 'It is no request of HTTP' }
    : unreadable('it has no "url", "path" or "request"');
}

/** What none of the lines has a field for, among those that tell of requests. */
function lacks(lines: readonly string[], own: OwnFields = {}): NeededField[] {
  const read = openJsonLines(undefined, own);
  const entries = lines
    .filter((line) => {
      const told = read(line);
      return told !== undefined && 'event' in told;
    })
    .map(readObject)
    .filter((entry) => entry !== undefined);
  if (entries.length === 0) return [];
  return neededFields.filter((name) => own[name] !== 'none' && !entries.some((entry) => tells(entry, name, own)));
}

/**
 * Looks whether a line lacks what the log had until then: one of another logger may call its fields by names that nobody
 * knows, and counted, its readers would be bots and its missing pages views. Who has sent no user agent is a bot
 * all the same: so it has to stand there under another name.
 */
function openMissing(own: OwnFields = {}): (entry: JsonObject) => ReturnType<typeof unreadable> | undefined {
  const had = { status: false, userAgent: false };
  const isGone = (entry: JsonObject, name: NeededField): boolean => {
    if (own[name] === 'none') return false;
    const isThere = tells(entry, name, own);
    had[name] ||= isThere;
    return had[name] && !isThere;
  };
  return (entry) => {
    if (isGone(entry, 'status')) return unreadable('it has no status under the name that other lines have it');
    if (!isGone(entry, 'userAgent') || !namesUserAgent(entry)) return undefined;
    return unreadable('it has its user agent under another name than other lines');
  };
}

function namesUserAgent(entry: JsonObject): boolean {
  const names = [entry, ...Object.values(entry).filter(isObject)].flatMap((part) => Object.keys(part));
  return names.some((name) => /(?:user|client|browser|visitor)[-_ .]?agent/i.test(name));
}

function tells(entry: JsonObject, name: NeededField, own: OwnFields): boolean {
  if (hasField(entry, name, own)) return true;
  if (name === 'status') return isOwnEvent(entry);
  return headersOf(objectAt(entry, headerPlaces))?.['user-agent'] !== undefined;
}

/** An event as a collect request has it may be sent without a status: only what was served is sent. */
function isOwnEvent(entry: JsonObject): boolean {
  return 'timestamp' in entry && 'userAgent' in entry && ('url' in entry || 'path' in entry);
}

/**
 * nginx tells headers one by one, as `http_accept`, and Traefik as `request_Accept`. They count as known when Accept is
 * among them and one that nobody logs alone: a single one that is told says nothing of the others. nginx writes also
 * those that were not sent, Traefik does not.
 */
function prefixedHeaders(entry: JsonObject): Record<string, string> | undefined {
  if ('http_accept' in entry && 'http_sec_fetch_mode' in entry) return headersBehind(entry, 'http_');
  const [accept, ...others] = ['Accept', 'Accept-Encoding', 'Sec-Fetch-Mode'].map((name) => `request_${name}` in entry);
  return accept && others.includes(true) ? headersBehind(entry, 'request_') : undefined;
}

function headersBehind(entry: JsonObject, prefix: string): Record<string, string> | undefined {
  const told = Object.entries(entry)
    .filter(([name, value]) => name.startsWith(prefix) && typeof value === 'string' && value !== '' && value !== '-')
    .map(([name, value]) => [name.slice(prefix.length).replaceAll('_', '-'), value]);
  return headersOf(Object.fromEntries(told));
}
