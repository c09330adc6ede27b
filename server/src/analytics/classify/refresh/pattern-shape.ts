/**
 * Returns why a pattern must not be tried on user agents, of which anybody may choose 512 characters; undefined when it
 * is safe. Repeats of groups must be bounded, and a pattern may match from one position in few ways only: `(?:-\w+)*x`
 * and `\w*.*x` are refused, `(?:-[\w-]+)?x` is not.
 */
export function objectionToPattern(pattern: string): string | undefined {
  if (pattern.length > mostCharacters) return `has more than ${mostCharacters} characters`;
  if (/\(\?<|\\[1-9k]/.test(pattern)) return 'looks behind or back';
  try {
    if (new RegExp(pattern, 'i').test('')) return 'matches nothing at all';
  } catch {
    return 'is no regular expression';
  }
  const ways = waysOf(pattern);
  if (ways === undefined) return 'repeats a group without end';
  return ways > mostWays ? 'can be tried in too many ways' : undefined;
}

const mostCharacters = 500;
/** Allows one unbounded repeat and five choices: a user agent of 512 characters is then tried within milliseconds. */
const mostWays = 20_000;
/** The ways through an unbounded repeat, in a text of 512 characters. */
const endlessLength = 512;

/** A part of a pattern: an escape, a class, the start of a group, a repeat, or one character. */
const parts = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|-?i+:))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/g;

/** Splits a pattern at each `|` outside groups. */
export function alternativesOf(pattern: string): string[] {
  const alternatives = [''];
  let depth = 0;
  for (const [text] of pattern.matchAll(parts)) {
    if (text.startsWith('(')) depth += 1;
    if (text === ')') depth -= 1;
    if (text === '|' && depth === 0) alternatives.push('');
    else alternatives.push(`${alternatives.pop() ?? ''}${text}`);
  }
  return alternatives;
}

/**
 * A group while it is parsed: the ways through its earlier branches, through this branch up to its last part, and
 * through that part.
 */
interface Open {
  others: number;
  before: number;
  last: number;
  isGroup: boolean;
}

const opened = (): Open => ({ others: 0, before: 1, last: 1, isGroup: false });

/**
 * Returns the maximum number of ways to try a pattern from one position; undefined when a group repeats without bound.
 */
function waysOf(pattern: string): number | undefined {
  const open = [opened()];
  for (const [text] of pattern.matchAll(parts)) {
    const group = open.at(-1) ?? opened();
    const times = timesOf(text);
    if (times !== undefined) {
      if (group.isGroup && times.most === Infinity) return undefined;
      group.last = waysRepeated(group.last, times);
    } else if (text.startsWith('(')) open.push(opened());
    else if (text === '|') Object.assign(group, { ...opened(), others: group.others + group.before * group.last });
    else if (text === ')') {
      open.pop();
      multiplyWays(open.at(-1) ?? opened(), group.others + group.before * group.last, true);
    } else multiplyWays(group, 1, false);
  }
  const [all = opened()] = open;
  return all.others + all.before * all.last;
}

function multiplyWays(group: Open, ways: number, isGroup: boolean): void {
  Object.assign(group, { before: group.before * group.last, last: ways, isGroup });
}

function waysRepeated(ways: number, { least, most }: { least: number; most: number }): number {
  if (most === Infinity) return endlessLength;
  return ways === 1 ? most - least + 1 : (most - least + 1) * ways ** most;
}

/** Returns how often the preceding part repeats; undefined for what is not a repeat. */
function timesOf(text: string): { least: number; most: number } | undefined {
  if (text.startsWith('?')) return { least: 0, most: 1 };
  if (/^[*+]/.test(text)) return { least: 0, most: Infinity };
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(text) ?? [];
  if (least === undefined) return undefined;
  if (comma === '') return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most ? Number(most) : Infinity };
}
