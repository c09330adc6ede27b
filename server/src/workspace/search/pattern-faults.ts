/**
 * Returns what in a pattern a search cannot support, with what to do instead; undefined when there is nothing. It names
 * what would otherwise mean something else: `a++` is no possessive `a+`.
 */
export function findUnsupported(pattern: string): string | undefined {
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at, at + longestMark);
    const fault = faults.find(({ mark }) => mark.test(rest));
    if (fault !== undefined) return fault.says;
    at += lengthOfPart(pattern, at);
  }
  return undefined;
}

const longestMark = 40;

const faults = [
  { mark: /^\(\?(?:[=!]|<[=!])/, says: 'look-ahead and look-behind are not supported; search for the wider text' },
  { mark: /^\(\?>/, says: 'atomic groups are not supported and not needed here; write (?:…)' },
  { mark: /^\(\?#/, says: 'comments are not supported; leave them out' },
  {
    mark: /^\(\?(?:\(|R\)|&|P>|[+-]?\d)/,
    says: 'conditions and recursion are not supported; search for a simpler text',
  },
  {
    mark: /^(?:[*+?]|\{\d+(?:,\d*)?\})\+/,
    says: 'possessive quantifiers are not supported and not needed; leave out the second +',
  },
  {
    mark: /^(?:\\[1-9]|\\k[<{']|\\g[<{'\d]|\(\?P=)/,
    says: 'backreferences are not supported; search for the wider text',
  },
  {
    mark: /^\\n/,
    says: 'lines are searched one by one, so a pattern with a line break finds nothing; search for one of its lines',
  },
  { mark: /^\(\?[a-zA-Z]*-[a-zA-Z]*m/, says: 'lines are searched one by one; leave out the flag m' },
  { mark: /^\\[AzZG]/, says: 'lines are searched one by one; write ^ and $ for the beginning and end of a line' },
  { mark: /^\\[KRXhHN]/, says: 'this escape is not supported; \\d \\w \\s \\b \\t \\p{…} are' },
];

/** Returns the length of an escape, a class in brackets or a single character. */
function lengthOfPart(pattern: string, at: number): number {
  if (pattern[at] === '\\') return 2;
  return pattern[at] === '[' ? classLength(pattern, at) : 1;
}

/** Returns the length up to its closing bracket: one that comes first is a member, and classes can be nested. */
function classLength(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === '[') {
      depth += 1;
      at += /^\^?\]?/.exec(pattern.slice(at + 1, at + 3))?.[0].length ?? 0;
    } else if (pattern[at] === ']') {
      depth -= 1;
      if (depth === 0) return at - start + 1;
    }
  }
  return pattern.length - start;
}
