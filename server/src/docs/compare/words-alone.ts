import type { Dialect } from '../parse/page-facts.ts';

/**
 * Returns whether only words within the lines of a page differ, and none of them is in a heading, in the words or the
 * target of a link or image, or in the first line of a block of code.
 *
 * @param isAlike asks more of two lines that differ.
 */
export function differsInWordsAlone(
  before: string,
  after: string,
  dialect: Dialect,
  isAlike: (was: string, is: string) => boolean = () => true,
): boolean {
  // A carriage return alone ends a line of Markdown, too.
  if (/\r(?!\n)/.test(after)) return false;
  // A program in a page decides whether it can be parsed at all, and a word may decide whether the program is one.
  if (dialect.startsWith('mdx') && /^export\b/m.test(after)) return false;
  const [was, is] = [before.split('\n'), after.split('\n')];
  if (was.length !== is.length) return false;
  return is.every((line, index) => {
    const earlier = was[index] ?? '';
    if (line === earlier) return true;
    return isAlike(earlier, line) && signsOf(line) === signsOf(earlier) && isFreeOfContext(is, index, dialect);
  });
}

/** A list item, a quotation or an indentation, which decides what the rest of the line is. */
const marks = /^(?:[ \t>]|(?:[-*+]|\d+[.)])(?=[ \t]|\r?$))*/;

/**
 * Returns a line with one letter for each run of words, so that lines with the same signs differ in words alone. Words
 * that a finding may depend on stay: headings, the words and targets of links, and all of a line with tags, braces or
 * escapes.
 */
function signsOf(line: string): string {
  const start = marks.exec(line)?.[0] ?? '';
  const rest = line.slice(start.length);
  if (/[<{}\\]|^#|^(?:import|export)\b/.test(rest)) return line;
  return start + rest.replaceAll(wordsOrKept, (part) => (/^[`[\]]/.test(part) ? keep(part) : 'w'));
}

/** Code within a line, what is in brackets, the target after them, or words with the signs that separate sentences. */
const wordsOrKept = /`[^`]+`|\[[^[\]]*\](?:\(\s*\S*)?|\]\(\s*\S*|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}.,;?' \t]*/gu;

/** The words of code are no link and no heading, unless brackets make it uncertain where the code ends. */
function keep(part: string): string {
  return part.startsWith('`') && !/[[\]]/.test(part) ? '`w`' : part;
}

/**
 * Returns whether a line cannot be part of something that spans several lines and makes its words count: a heading with
 * a line below it, the words of a link, a definition, a program, or code that names no language.
 */
function isFreeOfContext(lines: readonly string[], index: number, dialect: Dialect): boolean {
  const block = blockAround(lines, index);
  if (block === undefined) return false;
  const [above, below] = [lines.slice(block.start, index), lines.slice(index, block.end)];
  const lineAbove = above.at(-1) ?? '';
  if (bareFence.test(lineAbove) || targetBelow.test(lineAbove)) return false;
  if (above.some((line) => definition.test(line))) return false;
  if (dialect.startsWith('mdx') && above.some((line) => line.startsWith('import'))) return false;
  return above.every(isClosed) && isClosed(lines[index] ?? '') && !below.some(mayUnderline);
}

const bareFence = /^[\s>*+\d.)-]*(?:`{3,}|~{3,})\s*$/;
const targetBelow = /\]\(\s*$/;
const definition = /^[\s>*+\d.)-]*\[[^\]]*\]:/;

/** Every line of a block may be examined for each other. */
const mostLinesOfBlock = 100;

/** Returns the indexes of the lines around one, up to empty ones; undefined if there are too many. */
function blockAround(lines: readonly string[], index: number): { start: number; end: number } | undefined {
  let [start, end] = [index, index + 1];
  while (start > 0 && !isEmpty(lines[start - 1]) && index - start < mostLinesOfBlock) start -= 1;
  while (end < lines.length && !isEmpty(lines[end]) && end - start < mostLinesOfBlock) end += 1;
  return end - start < mostLinesOfBlock ? { start, end } : undefined;
}

function isEmpty(line = ''): boolean {
  return /^[\s>]*$/.test(line);
}

/** Returns whether each bracket of a line has its other one in this line. */
function isClosed(line: string): boolean {
  return !/[[\]]/.test(line.replaceAll(pair, '').replaceAll(pair, ''));
}

const pair = /\[[^[\]]*\]/g;

function mayUnderline(line: string): boolean {
  return /[=-]$/.test(line.trimEnd());
}
