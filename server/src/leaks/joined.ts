import { asciiMatching } from './ascii.ts';
import { Rewriting } from './rewriting.ts';

/**
 * Joins what is in pieces, by line breaks or as strings that a program concatenates. Returns undefined if there is
 * nothing to join.
 */
export function joined(text: string): Rewriting | undefined {
  const rewriting = new Rewriting();
  let last = -1;
  for (const { 0: between, index } of text.matchAll(betweenPieces)) {
    const end = index + between.length;
    const start = startOfPiece(text, index);
    if (index - start < 6) continue;
    const next = endOfPiece(text, end);
    // The first piece must contain what marks a credential: its prefix, or a digit.
    if (next - end < 4 || (start !== last && !/[\d_]/.test(text.slice(start, index)))) continue;
    if (start !== last) {
      if (last >= 0) rewriting.part();
      rewriting.keep(text.slice(start, index), start);
    }
    rewriting.put(text.slice(end, end + 1), index, end + 1);
    rewriting.keep(text.slice(end + 1, next), end + 1);
    last = end;
  }
  return last < 0 ? undefined : rewriting;
}

/**
 * Matches a line break with what precedes the next line's text, or the end of a string and the beginning of the next.
 */
const betweenPieces =
  /\\?\r?\n[ \t>|*#]{0,20}|["'`][ \t]{0,3}(?:[+.&]|\\?\r?\n|\\?\r?\n[ \t]{0,20}[+.&]|[+.&][ \t]{0,3}\\?\r?\n)[ \t]{0,20}["'`]/g;

const longestPiece = 400;
const ofPiece = asciiMatching(/[\w+/=.~-]/);

function startOfPiece(text: string, end: number): number {
  let start = end;
  while (end - start < longestPiece && ofPiece[text.charCodeAt(start - 1)] === 1) start -= 1;
  return start;
}

function endOfPiece(text: string, start: number): number {
  let end = start;
  while (end - start < longestPiece && ofPiece[text.charCodeAt(end)] === 1) end += 1;
  return end;
}
