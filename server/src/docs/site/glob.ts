/**
 * Returns a function that tests a path against a glob with `*`, `**`, `?` and `{a,b}`, and with `[ab]` and `[!ab]` if
 * `sets` is set. A glob with too many of them matches nothing.
 *
 * It records where in the path each part may end, so the time is proportional to the length of the glob times that of
 * the path. A regular expression made from `*a*a*a*a` took 0.4 s for one name of 250 letters, and both globs and names
 * come from the repository.
 */
export function globMatcher(glob: string, { sets = false } = {}): (path: string) => boolean {
  if (glob.length > 200 || (glob.match(/\*+/g)?.length ?? 0) > 4) return () => false;
  const globs = withoutBraces(glob.replace(/^(?:\.?\/)+/, '')).map((one) => partsOf(one, sets));
  const buffers = { from: new Uint8Array(longestPath + 1), to: new Uint8Array(longestPath + 1) };
  return (path) =>
    path.length <= longestPath && globs.some((parts) => mayFit(path, parts) && fits(path, parts, buffers));
}

/** Git has no longer paths. */
const longestPath = 4096;

const mostAlternatives = 100;

/** Expands `{a,b}` to one glob for each alternative; returns none if there are too many. */
function withoutBraces(glob: string): string[] {
  let globs = [''];
  let end = 0;
  for (const { 0: group, 1: choices = '', index } of glob.matchAll(/\{([^{}]*)\}/g)) {
    const before = glob.slice(end, index);
    globs = globs.flatMap((start) => choices.split(',').map((choice) => start + before + choice));
    if (globs.length > mostAlternatives) return [];
    end = index + group.length;
  }
  return globs.map((start) => start + glob.slice(end));
}

/** A literal text, or a wildcard. */
type Part = string | { any: 'folders' | 'all' | 'name' } | { one: (character: string) => boolean };

function partsOf(glob: string, sets: boolean): Part[] {
  const token = sets ? /\*\*\/|\*\*|\*|\?|\[!?[\w-]+\]|[^*?[]+|\[/g : /\*\*\/|\*\*|\*|\?|[^*?]+/g;
  return Array.from(glob.matchAll(token), ([part]): Part => {
    if (part === '**/') return { any: 'folders' };
    if (part === '**') return { any: 'all' };
    if (part === '*') return { any: 'name' };
    if (part === '?') return { one: (character) => character !== '/' };
    return sets && /^\[.+\]$/.test(part) ? { one: setOf(part.slice(1, -1)) } : part;
  });
}

/** Matches one of a set of characters. A hyphen stands for itself. */
function setOf(members: string): (character: string) => boolean {
  const characters = members.replace(/^!/, '');
  return (character) => characters.includes(character) !== members.startsWith('!');
}

/** Returns whether a path contains all literal texts of the glob. Most paths do not, and this check is faster. */
function mayFit(path: string, parts: readonly Part[]): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  if (typeof first === 'string' && !path.startsWith(first)) return false;
  if (typeof last === 'string' && !path.endsWith(last)) return false;
  return parts.every((part) => typeof part !== 'string' || path.includes(part));
}

function fits(path: string, parts: readonly Part[], buffers: { from: Uint8Array; to: Uint8Array }): boolean {
  let { from, to } = buffers;
  from.fill(0, 0, path.length + 1);
  from[0] = 1;
  for (const part of parts) {
    if (!advance(part, path, from, to)) return false;
    [from, to] = [to, from];
  }
  return from[path.length] === 1;
}

/** Marks in `to` where a part may end that begins at the marks of `from`. Returns whether there is such a position. */
function advance(part: Part, path: string, from: Uint8Array, to: Uint8Array): boolean {
  let [hasBegun, hasEnd] = [false, false];
  // A folder name is complete: none begins with a slash.
  const isOfFolders = typeof part !== 'string' && 'any' in part && part.any === 'folders';
  for (let at = 0; at <= path.length; at += 1) {
    const before = path[at - 1] ?? '';
    const isHere = from[at] === 1;
    let isEnd: boolean;
    if (typeof part === 'string') isEnd = from[at - part.length] === 1 && path.startsWith(part, at - part.length);
    else if ('one' in part) isEnd = from[at - 1] === 1 && part.one(before);
    else if (part.any === 'name') isEnd = isHere || (to[at - 1] === 1 && before !== '/');
    else isEnd = isHere || (hasBegun && (part.any === 'all' || before === '/'));
    to[at] = isEnd ? 1 : 0;
    hasEnd ||= isEnd;
    hasBegun ||= isHere && (!isOfFolders || path[at] !== '/');
  }
  return hasEnd;
}
