import { cut } from '../cut.ts';
import { splitLines } from './show-lines.ts';

/** A file that is to be read, from a line on; `count` lines, or all. */
export interface NumberedFile {
  name: string;
  text: string;
  from: number;
  count: number | undefined;
}

/** What is shown at once: lines behind their numbers, and which they are. */
export interface Piece {
  /** Such as `docs/a.md:1-80, docs/b.md:1-12`. */
  place: string;
  text: string;
}

/** Some 17,000 tokens: longer ones are read less carefully, and shorter ones know less of each other. */
const usualBytes = 60 * 1024;

/** Small windows take half of what they hold, at three bytes a token. */
export function pieceBytesFor(contextTokens: number | undefined): number {
  return Math.max(4 * 1024, Math.min(usualBytes, (contextTokens ?? Infinity) * 0.5 * 3));
}

/** A line that is longer tells little, such as that of a minified file. */
const longestLine = 2_000;

/** The files one behind another, in pieces of so many bytes at most. */
export function piecesOf(files: readonly NumberedFile[], bytes: number): Piece[] {
  const pieces: Piece[] = [];
  let shown: { parts: Part[]; bytes: number } = { parts: [], bytes: 0 };
  for (const { name, text, from, count } of files) {
    const lines = splitLines(text).slice(from - 1, count === undefined ? undefined : from - 1 + count);
    for (const [index, line] of lines.entries()) {
      const told = `${from + index}\t${cut(line.replace(/\r?\n$/, ''), longestLine)}\n`;
      const size = Buffer.byteLength(told);
      if (shown.bytes + size > bytes && shown.parts.length > 0) {
        pieces.push(pieceOf(shown.parts));
        shown = { parts: [], bytes: 0 };
      }
      let part = shown.parts.at(-1);
      if (part?.name !== name) shown.parts.push((part = { name, from: from + index, lines: [] }));
      part.lines.push(told);
      shown.bytes += size;
    }
  }
  if (shown.parts.length > 0) pieces.push(pieceOf(shown.parts));
  return pieces;
}

interface Part {
  name: string;
  from: number;
  lines: string[];
}

function pieceOf(parts: readonly Part[]): Piece {
  const places = parts.map(({ name, from, lines }) => `${name}:${from}-${from + lines.length - 1}`);
  const text = parts.map(({ name, lines }) => `${name}\n${lines.join('')}`).join('\n');
  return { place: places.join(', '), text: text.trimEnd() };
}
