import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { isRecord } from '../data/records.ts';

/** Only people may change larger files and longer lists. */
const maximumCharacters = 1_000_000;
const maximumRedirects = 5000;

/**
 * Returns why a change of a host's file goes beyond redirects, or undefined if it does not. A new redirect must lead
 * from one path of the site to another. A redirect that is removed or gets a new target must have led within the site.
 */
export function hostFileFault(path: string, before: string, after: string): string | undefined {
  const format = formatOf(path);
  if (!format) return 'it is no file of a host that is known';
  if (before.length > maximumCharacters || after.length > maximumCharacters) return 'it is too large to compare';
  const [was, is] = [read(format, before), read(format, after)];
  if (!was || !is) return `it cannot be read ${was ? 'any more' : 'as it stands'}`;
  return fileFault(format, was, is);
}

function fileFault(format: Format, was: Record<string, unknown>, is: Record<string, unknown>): string | undefined {
  const { redirects: old = [], ...othersBefore } = was;
  const { redirects: now = [], ...othersAfter } = is;
  if (!isDeepStrictEqual(othersBefore, othersAfter)) return 'more than its redirects is changed';
  if (isDeepStrictEqual(old, now)) return undefined;
  // `routes` replaces all redirects: vercel.com/docs/project-configuration.
  if ('routes' in othersBefore) return 'it has routes, beside which no redirects may stand';
  if (!Array.isArray(old) || !Array.isArray(now)) return 'its redirects are no list';
  if (old.length > maximumRedirects || now.length > maximumRedirects) return 'it has too many redirects to compare';
  return redirectsFault(format, old, now);
}

/** Compares the redirects. Those that stay must keep their order, because the first match applies. */
function redirectsFault(format: Format, old: unknown[], now: unknown[]): string | undefined {
  const same = positionsBy(old, textOf);
  const byAllButTarget = positionsBy(old, (item) => withoutTarget(format, item));
  let from = 0;
  for (const item of now) {
    const kept = firstFrom(same.get(textOf(item)), from);
    const matched = kept ?? firstFrom(byAllButTarget.get(withoutTarget(format, item)), from);
    if (matched === undefined) {
      if (!isPlain(format, item)) return 'a redirect that comes must lead from one path of the site to another';
      continue;
    }
    if (kept === undefined && !isValidNewTarget(format, old[matched], item))
      return 'a redirect must lead within the site';
    if (!areRemovable(format, old.slice(from, matched))) return removalFault;
    from = matched + 1;
  }
  return areRemovable(format, old.slice(from)) ? undefined : removalFault;
}

const removalFault = 'what goes, or comes to another place in the list, may only be a redirect within the site';

interface Format {
  parse: (text: string) => unknown;
  source: string;
  target: string;
  status: string;
  /** Another key that a redirect may have. */
  flag: string | undefined;
}

function formatOf(path: string): Format | undefined {
  switch (path.slice(path.lastIndexOf('/') + 1)) {
    case 'vercel.json':
      return { parse: parseJson, source: 'source', target: 'destination', status: 'statusCode', flag: 'permanent' };
    case 'netlify.toml':
      return { parse: parseToml, source: 'from', target: 'to', status: 'status', flag: undefined };
    default:
      return undefined;
  }
}

function read({ parse }: Format, text: string): Record<string, unknown> | undefined {
  try {
    const value = parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // Text that is nested too deeply ends here too.
    return undefined;
  }
}

/**
 * Parses JSON.
 *
 * @throws SyntaxError also for an object with a duplicate key, because parsers differ in which value they use.
 */
function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const colons = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, '').split(':').length - 1;
  if (colons !== countKeys(value)) throw new SyntaxError('a key stands twice');
  return value;
}

function countKeys(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countKeys(item), 0);
  return isRecord(value) ? Object.values(value).reduce((sum: number, inner) => sum + 1 + countKeys(inner), 0) : 0;
}

function positionsBy(items: unknown[], keyOf: (item: unknown) => string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [position, item] of items.entries()) {
    const key = keyOf(item);
    const positions = found.get(key);
    if (positions) positions.push(position);
    else found.set(key, [position]);
  }
  return found;
}

function firstFrom(positions: number[] | undefined, from: number): number | undefined {
  return positions?.find((position) => position >= from);
}

function textOf(item: unknown): string {
  return JSON.stringify(item);
}

/** Returns all of a redirect except its target. */
function withoutTarget({ target }: Format, item: unknown): string {
  return isRecord(item) ? textOf({ ...item, [target]: null }) : textOf(item);
}

/** Whether a redirect only leads from a path to a path. Any job may write such a redirect. */
function isPlain(format: Format, item: unknown): boolean {
  const { source, target, status, flag } = format;
  if (!isRecord(item) || !isOfRedirects(format, item)) return false;
  const known = new Set([source, target, status, flag]);
  if (flag !== undefined && item[flag] !== undefined && typeof item[flag] !== 'boolean') return false;
  return Object.keys(item).every((key) => known.has(key)) && isPath(item[source]) && isTarget(item[target]);
}

function isValidNewTarget(format: Format, was: unknown, is: unknown): boolean {
  if (!isRecord(was) || !isRecord(is)) return false;
  return isOfRedirects(format, was) && isWithinSite(was[format.target]) && isTarget(is[format.target]);
}

/** Whether redirects may be removed. Only people may remove conditions, proxies and redirects to other hosts. */
function areRemovable(format: Format, items: unknown[]): boolean {
  const { source, target, status, flag } = format;
  const known = new Set([source, target, status, flag, 'force']);
  return items.every(
    (item) =>
      isRecord(item) &&
      isOfRedirects(format, item) &&
      Object.keys(item).every((key) => known.has(key)) &&
      isWithinSite(item[source]) &&
      isWithinSite(item[target]),
  );
}

/**
 * Whether the status is that of a redirect. Status 200 serves content from elsewhere, and 4xx means that nothing is
 * there.
 */
function isOfRedirects({ status }: Format, item: Record<string, unknown>): boolean {
  return item[status] === undefined || [301, 302, 307, 308].some((code) => code === item[status]);
}

function isWithinSite(place: unknown): boolean {
  return typeof place === 'string' && /^\/(?![/\\])/.test(place);
}

/**
 * Whether a value is a plain path: it contains no pattern and stays on the host. Hosts and browsers resolve `//host`,
 * `/\host` and `/..//host` to other places.
 */
function isPath(place: unknown): boolean {
  if (typeof place !== 'string' || !/^\/[\w\-.~%@,=/]+$/.test(place) || place.includes('//')) return false;
  return place.split('/').every((segment) => {
    const plain = unescaped(segment);
    return plain !== undefined && !/^\.|[/\\\p{Cc}]/u.test(plain);
  });
}

function isTarget(place: unknown): boolean {
  if (typeof place !== 'string') return false;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(place) ?? [];
  return (path === '/' || isPath(path)) && /^(?:\?[\w\-.~%,=&/]*)?(?:#[\w\-.~%,=/]*)?$/.test(rest);
}

function unescaped(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
