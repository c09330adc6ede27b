import { cut } from '../../text/cut.ts';
import { splitLines } from './show-lines.ts';

/** A file to read from a line on; `count` lines, or all. */
export interface NumberedFile {
  name: string;
  text: string;
  from: number;
  count: number | undefined;
}

/** A piece that is shown at once: numbered lines, and which they are. */
export interface Piece {
  /** Such as `docs/a.md:1-80, docs/b.md:1-12`. */
  place: string;
  text: string;
}

/** About 17,000 tokens: longer pieces are read less carefully, and shorter ones lack each other's context. */
const usualBytes = 60 * 1024;

/** Returns the size of a piece. For a small window it is half of what fits, at three bytes a token. */
export function pieceBytesFor(contextTokens: number | undefined): number {
  return Math.max(4 * 1024, Math.min(usualBytes, (contextTokens ?? Infinity) * 0.5 * 3));
}

/** A longer line, such as one of a minified file, contains little information. */
const longestLine = 2_000;

/** Returns the files one after another, in pieces of at most this many bytes. */
export function piecesOf(files: readonly NumberedFile[], bytes: number): Piece[] {
  const pieces: Piece[] = [];
  let shown: { parts: Part[]; bytes: number } = { parts: [], bytes: 0 };
  for (const { name, text, from, count } of files) {
    const lines = splitLines(text).slice(from - 1, count === undefined ? undefined : from - 1 + count);
    for (const [index, line] of lines.entries()) {
      const numbered = `${from + index}\t${cut(line.replace(/\r?\n$/, ''), longestLine)}\n`;
      const size = Buffer.byteLength(numbered);
      if (shown.bytes + size > bytes && shown.parts.length > 0) {
        pieces.push(pieceOf(shown.parts));
        shown = { parts: [], bytes: 0 };
      }
      let part = shown.parts.at(-1);
      if (part?.name !== name) shown.parts.push((part = { name, from: from + index, lines: [] }));
      part.lines.push(numbered);
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
