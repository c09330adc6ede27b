import { differsInWordsAlone } from '../compare/words-alone.ts';
import type { Dialect } from '../parse/page-facts.ts';

/**
 * Returns whether a page certainly has the links that it had before a change: prose alone differs, in lines of which
 * nothing that spans several lines can make a link, a tag or a program. It takes a hundredth of the time of a parse,
 * which needs a thread besides.
 */
export function surelyKeepsLinks(before: string, after: string, dialect: Dialect): boolean {
  // Lines of a directive name documents without any sign.
  if (dialect === 'myst') return false;
  const end = endOfFrontMatter(after);
  if (end === undefined || before.slice(0, end) !== after.slice(0, end)) return false;
  return (
    after.split('\n').every(closesItsSigns) &&
    differsInWordsAlone(before, after, dialect, (was, is) => prose.test(was) && prose.test(is))
  );
}

/** The marks of a list item or a quotation, then words and the signs of sentences. */
const prose = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*[\p{L}\p{N}][\p{L}\p{M}\p{N}.,;?!'’“”–— \t-]*\r?$/u;

/** Every value of front matter may be a link: returns where it ends, undefined if that is not certain. */
function endOfFrontMatter(text: string): number | undefined {
  if (/^\uFEFF|^[+;{]/.test(text)) return undefined;
  if (!text.startsWith('---')) return 0;
  return /^---[ \t]*\r?\n[^]*?\n---[ \t]*\r?(?:\n|$)/.exec(text)?.[0].length;
}

/** Returns whether each brace and angle bracket of a line has its other one in this line. */
function closesItsSigns(line: string): boolean {
  const rest = line.replace(/^[ \t>]*/, '');
  return rest.split(/[{<]/).length === rest.split(/[}>]/).length;
}
