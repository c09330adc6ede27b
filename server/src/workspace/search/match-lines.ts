import type { CompiledPattern } from './pattern.ts';

/** A found line, cut to {@link maximumTextLength} around the match, and its neighbours. */
export interface FoundLine {
  line: number;
  text: string;
  /** Where the match is in `text`. */
  match: { start: number; end: number };
  before: string[];
  after: string[];
}

export const maximumTextLength = 1000;

/** How much of a long line is shown before its match. */
const shownBefore = 400;

/** Counts the matching lines, up to `most`. */
export function countLines(pattern: CompiledPattern, text: string, most: number): number {
  if (!pattern.matches(text)) return 0;
  let count = 0;
  for (const line of linesOf(text)) {
    if (pattern.matches(line)) count += 1;
    if (count >= most) break;
  }
  return count;
}

/** Returns the matching lines after the first `skip`, at most `take` of them. */
export function findLines(
  pattern: CompiledPattern,
  text: string,
  { skip, take, context }: { skip: number; take: number; context: number },
): FoundLine[] {
  const lines = context === 0 ? linesOf(text) : Array.from(linesOf(text));
  const around = Array.isArray(lines) ? lines : [];
  const found: FoundLine[] = [];
  let number = 0;
  let left = skip;
  for (const line of lines) {
    number += 1;
    if (!pattern.matches(line)) continue;
    left -= 1;
    if (left >= 0) continue;
    const before = around.slice(Math.max(number - 1 - context, 0), number - 1).map(cut);
    const after = around.slice(number, number + context).map(cut);
    found.push({ line: number, ...window(line, pattern.find(line)), before, after });
    if (found.length === take) break;
  }
  return found;
}

/** Yields lines without their line breaks. What follows the last break is a line unless it is empty. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  if (start < text.length) yield text.slice(start);
}

/** Returns the part of a line around its match, never with half of a character at its ends. */
function window(line: string, match = { start: 0, end: 0 }): Pick<FoundLine, 'text' | 'match'> {
  if (line.length <= maximumTextLength) return { text: line, match };
  const end = Math.min(Math.max(match.start - shownBefore, 0) + maximumTextLength, line.length);
  const start = roundUpToCharacter(line, end - maximumTextLength);
  return {
    text: line.slice(start, roundDownToCharacter(line, end)),
    match: { start: match.start - start, end: Math.min(match.end, end) - start },
  };
}

function cut(line: string): string {
  return line.slice(0, roundDownToCharacter(line, maximumTextLength));
}

/** Returns an offset that is not inside a character of two code units: this one, or the next. */
function roundUpToCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at;
}

function roundDownToCharacter(text: string, at: number): number {
  return at < text.length && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}
