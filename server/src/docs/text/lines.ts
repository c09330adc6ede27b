import type { Span } from '../tree.ts';

/** Returns the line of an offset, counted from 1. Lines end with LF, CRLF or CR. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = 0; index < offset && index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) line += 1;
  }
  return line;
}

/** Returns a function that does the same for many offsets of one text, which is scanned once. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (const ending of text.matchAll(/\r\n?|\n/g)) starts.push(ending.index + ending[0].length);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** A replacement for a span of text. */
export interface TextEdit extends Span {
  text: string;
}

/** Replaces spans of a text. If spans overlap, the first counts. */
export function replaceSpans(text: string, edits: TextEdit[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < done) continue;
    pieces.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return pieces.join('') + text.slice(done);
}

/** Returns where each line begins. A line ending at the end of the text begins no further line. */
export function startsOfLines(text: string): number[] {
  const starts = text === '' ? [] : [0];
  for (const ending of text.matchAll(/\r\n?|\n/g)) {
    const next = ending.index + ending[0].length;
    if (next < text.length) starts.push(next);
  }
  return starts;
}

/** Returns edits with their offsets relative to another offset. */
export function editsRelativeTo(edits: TextEdit[], offset: number): TextEdit[] {
  return edits.map(({ start, end, text }) => ({ start: start - offset, end: end - offset, text }));
}
