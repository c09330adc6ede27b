/** A redirect whose source has parameters in the syntax of `path-to-regexp`: `/old/:slug*` → `/new/:slug*`. */
export interface RedirectPattern {
  source: string;
  destination: string;
}

/** Redirects, sorted by how well their sources are understood. */
export interface ReadRedirects {
  exact: Map<string, string>;
  patterns: RedirectPattern[];
  /** The prefixes before the parameters of patterns that are not understood: anything may exist below them. */
  unread: string[];
}

/** Sorts redirects by their sources: addresses, patterns, and more complex regular expressions. */
export function sortRedirects(redirects: Iterable<RedirectPattern>): ReadRedirects {
  const sorted: ReadRedirects = { exact: new Map(), patterns: [], unread: [] };
  for (const { source, destination } of redirects) {
    const wildcard = source.search(/[:*({]/);
    if (wildcard === -1) sorted.exact.set(prefixOf(source), destination);
    else if (isUnderstood(source)) sorted.patterns.push({ source, destination });
    else sorted.unread.push(prefixOf(source.slice(0, wildcard).replace(/[^/]*$/, '')));
  }
  return { ...sorted, unread: sorted.unread.filter((prefix) => prefix !== '') };
}

function isUnderstood(source: string): boolean {
  return segmentsOf(source).every((part, position, { length }) => {
    if (position === length - 1 && restOf(part)) return true;
    return !/[:*(){}]/.test(part) || segmentPattern.test(part);
  });
}

/** Returns the target of the first pattern that matches; undefined if none does. It compares segment by segment. */
export function findRedirectTarget(patterns: readonly RedirectPattern[], address: string): string | undefined {
  for (const { source, destination } of patterns) {
    const found = matchAddress(segmentsOf(source), segmentsOf(address));
    if (found) return fillDestination(destination, found);
  }
  return undefined;
}

type Parameters = Map<string, string>;

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Matches an address. Only the last segment of a pattern may match several segments, which keeps the work linear. */
function matchAddress(pattern: string[], segments: string[]): Parameters | undefined {
  const found: Parameters = new Map();
  for (const [position, part] of pattern.entries()) {
    const rest = position === pattern.length - 1 ? restOf(part) : undefined;
    const here = segments.slice(position);
    if (rest) {
      const value = here.join('/');
      if (here.length < rest.atLeast || !value.startsWith(rest.before)) return undefined;
      return found.set(rest.name, value.slice(rest.before.length));
    }
    const segment = segments[position];
    if (segment === undefined || !matchesSegment(part, segment, found)) return undefined;
  }
  return segments.length === pattern.length ? found : undefined;
}

/** Returns a parameter that matches all remaining segments: `:slug*`, `:slug+`, `:slug(.*)`, `*`, `(.*)`, `v:slug*`. */
function restOf(part: string): { name: string; before: string; atLeast: number } | undefined {
  if (part === '*' || part === '(.*)') return { name: '0', before: '', atLeast: 0 };
  const [, before = '', name, mark] = /^([^:*(){}]*):(\w+)(\*|\+|\(\.\*\)|\(\.\+\))$/.exec(part) ?? [];
  if (name === undefined) return undefined;
  return { name, before, atLeast: mark === '+' || mark === '(.+)' || before !== '' ? 1 : 0 };
}

/** Matches a parameter within a segment: `:slug`, `:slug(a|b)`, `v:major`. */
function matchesSegment(part: string, segment: string, found: Parameters): boolean {
  const [whole, before = '', name, choices, after = ''] = segmentPattern.exec(part) ?? [];
  if (whole === undefined || name === undefined) return part === segment;
  const isAround = segment.startsWith(before) && segment.endsWith(after);
  if (!isAround || segment.length <= before.length + after.length) return false;
  const value = segment.slice(before.length, segment.length - after.length);
  if (choices !== undefined && !choices.split('|').includes(value)) return false;
  found.set(name, value);
  return true;
}

const segmentPattern = /^([^:*(){}]*):(\w+)(?:\(([\w|.-]*)\))?([^:*(){}]*)$/;

function fillDestination(destination: string, parameters: Parameters): string {
  let unnamed = 0;
  const path = destination.replace(/(?<!:):(\w+)(?:\*|\+|\([^()]*\))?|\*/g, (mark, name: string | undefined) => {
    return parameters.get(name ?? String(unnamed++)) ?? (name === undefined ? '' : mark);
  });
  return path.replace(/(.)\/$/, '$1');
}

function prefixOf(path: string): string {
  const joined = segmentsOf(path).join('/');
  return joined === '' ? '' : `/${joined}`;
}
