import { CopydeskError } from '@copydesk/contract';

/**
 * A test of paths against what a model gave as `path`: a folder, a file, or a glob with `*`, `**`, `?` and `{a,b}`. As
 * in git, a glob is matched against whole paths, so `*.md` names the files at the root alone. An empty filter matches
 * all.
 *
 * @throws CopydeskError `invalid_request` for braces that stand for more than a hundred globs, and for more than a hundred
 *   wildcards in all
 */
export function pathFilter(filter: string): (path: string) => boolean {
  return anyPathFilter([filter]);
}

/**
 * The same of several filters, of which one has to match: up to two hundred, with as many wildcards as one may have.
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

/** A path as the tree knows it: models like to begin with `./` or `/`. */
export function cleanPath(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/^\.$/, '');
}

/** Each is tried at each character of each path: 100,000 question marks held a server up for minutes on 300 files. */
const mostWildcards = 100;

const mostAlternatives = 100;
/** Of a list of paths. */
const mostGlobs = 200;
const longestWithBraces = 1000;

/** `{a,b}` as each of its alternatives, within each other too. Braces without a comma stand for themselves. */
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

/** What stands between a brace and the one that closes it; undefined when none does. */
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

/** Whether a glob such as `docs/**\/*.md` asks for no more than how a path begins and ends; what begins it cannot end it as well. */
function isEnding(wanted: string, prefix: string, suffix: string): boolean {
  return wanted === `${prefix}**/*${suffix}` && /^$|\/$/.test(prefix) && !suffix.includes('/');
}

/** The longest path that a glob is tried on; git knows none that is longer. */
const longestPath = 4096;

/**
 * Goes through the glob's parts and keeps where in the path each may end: time grows with the glob times the path,
 * whereas a regular expression made from `*a*a*a*a` backtracks without end.
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

/** Answers whether it may end anywhere. */
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
