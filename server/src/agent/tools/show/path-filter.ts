import { CopydeskError } from '@copydesk/contract';

/**
 * Returns a test of paths against a model's `path` argument: a folder, a file, or a glob with `*`, `**`, `?` and
 * `{a,b}`. As in git, a glob is matched against whole paths, so `*.md` matches only files at the root. An empty filter
 * matches all.
 *
 * @throws CopydeskError `invalid_request` for braces that stand for more than a hundred globs, and for more than a
 *   hundred wildcards in all
 */
export function pathFilter(filter: string): (path: string) => boolean {
  return anyPathFilter([filter]);
}

/**
 * Returns a test that passes when one of several filters matches: up to two hundred, with as many wildcards in all as
 * one filter may have.
 *
 * @throws CopydeskError `invalid_request` as above
 */
export function anyPathFilter(given: readonly string[]): (path: string) => boolean {
  if (given.length > mostGlobs) throw tooManyGlobs(mostGlobs);
  const globs = given.flatMap((filter) => expandBraces(cleanPath(filter).replace(/\/$/, '')));
  if (globs.length > mostGlobs) throw tooManyGlobs(mostGlobs);
  const wildcards = globs.reduce((sum, glob) => sum + (glob.match(/\*+|\?/g) ?? []).length, 0);
  if (wildcards > mostWildcards) throw tooManyWildcards();
  const filters = globs.map(oneFilter);
  const [only] = filters;
  if (only !== undefined && filters.length === 1) return only;
  return (path) => filters.some((matches) => matches(path));
}

/** Returns a path as the tree spells it: models often begin with `./` or `/`. */
export function cleanPath(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/^\.$/, '');
}

/**
 * Each wildcard is tried at each character of each path: 100,000 question marks blocked a server for minutes on 300
 * files.
 */
const mostWildcards = 100;

const mostAlternatives = 100;
/** For a list of paths. */
const mostGlobs = 200;
const longestWithBraces = 1000;

/** Expands `{a,b}` to each of its alternatives, also nested. Braces without a comma are literal. */
function expandBraces(filter: string): string[] {
  if (filter.length > longestWithBraces && filter.includes('{')) throw tooManyGlobs(mostAlternatives);
  let expanded = [''];
  let rest = filter;
  for (let group = nextGroup(rest); group !== undefined; group = nextGroup(rest)) {
    const { before, alternatives, after } = group;
    const parts = alternatives.flatMap(expandBraces);
    if (expanded.length * parts.length > mostAlternatives) throw tooManyGlobs(mostAlternatives);
    expanded = expanded.flatMap((start) => parts.map((part) => start + before + part));
    rest = after;
  }
  return expanded.map((start) => start + rest);
}

function nextGroup(text: string): { before: string; alternatives: string[]; after: string } | undefined {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    const group = groupAt(text, open);
    if (group === undefined) return undefined;
    if (group.alternatives.length > 1) return { before: text.slice(0, open), ...group };
  }
  return undefined;
}

/** Returns the text between a brace and the one that closes it; undefined when none does. */
function groupAt(text: string, open: number): { alternatives: string[]; after: string } | undefined {
  const alternatives: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    const ends = depth === 0 || (depth === 1 && character === ',');
    if (!ends) continue;
    alternatives.push(text.slice(start, at));
    start = at + 1;
    if (depth === 0) return { alternatives, after: text.slice(at + 1) };
  }
  return undefined;
}

function tooManyGlobs(most: number): CopydeskError {
  return new CopydeskError('invalid_request', `The path stands for more than ${most} globs. Give a wider one.`);
}

function tooManyWildcards(): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `The path has more than ${mostWildcards} stars and question marks. Give a simpler one.`,
  );
}

function oneFilter(wanted: string): (path: string) => boolean {
  if (wanted === '') return () => true;
  if (!/[*?]/.test(wanted)) return (path) => path === wanted || path.startsWith(`${wanted}/`);
  const parts = wanted.match(/\*\*\/|\*\*|\*|\?|[^*?]+/g) ?? [];
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const [prefix = '', suffix = ''] = [first, last].map((part) => (/[*?]/.test(part) ? '' : part));
  if (isEnding(wanted, prefix, suffix)) return (path) => path.startsWith(prefix) && path.endsWith(suffix);
  const matches = globMatcher(parts);
  return (path) => path.startsWith(prefix) && path.endsWith(suffix) && matches(path);
}

/**
 * Whether a glob such as `docs/**\/*.md` tests only how a path begins and ends; the beginning must not serve as the end
 * as well.
 */
function isEnding(wanted: string, prefix: string, suffix: string): boolean {
  return wanted === `${prefix}**/*${suffix}` && /^$|\/$/.test(prefix) && !suffix.includes('/');
}

/** The longest path that is matched against a glob; git has no longer ones. */
const longestPath = 4096;

/**
 * Goes through the glob's parts and keeps all positions in the path where each may end. Time grows with the glob times
 * the path, whereas a regular expression made from `*a*a*a*a` backtracks without end.
 */
function globMatcher(parts: string[]): (path: string) => boolean {
  let from = new Uint8Array(longestPath + 1);
  let to = new Uint8Array(longestPath + 1);
  return (path) => {
    if (path.length > longestPath) return false;
    from.fill(0, 0, path.length + 1);
    from[0] = 1;
    for (const part of parts) {
      if (!advance(part, path, from, to)) return false;
      [from, to] = [to, from];
    }
    return from[path.length] === 1;
  };
}

/** Returns whether the part may end anywhere. */
function advance(part: string, path: string, from: Uint8Array, to: Uint8Array): boolean {
  let any = false;
  let ends = false;
  for (let at = 0; at <= path.length; at += 1) {
    const before = path[at - 1];
    const here = from[at] === 1;
    let reached: boolean;
    if (part === '**/') reached = here || (any && before === '/');
    else if (part === '**') reached = here || any;
    else if (part === '*') reached = here || (to[at - 1] === 1 && before !== '/');
    else if (part === '?') reached = from[at - 1] === 1 && before !== '/';
    else reached = from[at - part.length] === 1 && path.startsWith(part, at - part.length);
    to[at] = reached ? 1 : 0;
    any ||= here;
    ends ||= reached;
  }
  return ends;
}
