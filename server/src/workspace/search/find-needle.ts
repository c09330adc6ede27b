import { smallLetters, type Needle, type Piece } from './needle.ts';

/** Returns whether a text contains one of the pieces. */
export function openFinder(needle: Needle): (text: Buffer) => boolean {
  const finders = needle.map((piece) => {
    const find = piece.anyCase ? anyCaseFinder(piece) : exactFinder(piece);
    return (text: Buffer) => holds(text, piece, find);
  });
  return (text) => finders.some((isIn) => isIn(text));
}

/** Returns where a piece next begins, from an offset on; -1 when it does not. */
type FindNext = (text: Buffer, from: number) => number;

function holds(text: Buffer, { bytes, followers }: Piece, find: FindNext): boolean {
  for (let at = find(text, 0); at >= 0; at = find(text, at + 1)) {
    if (followers === undefined) return true;
    const next = text[at + bytes.length];
    if (next !== undefined && followers[next] === 1) return true;
  }
  return false;
}

function exactFinder({ bytes }: Piece): FindNext {
  const wanted = Buffer.from(bytes);
  return (text, from) => text.indexOf(wanted, from);
}

/** Uses Horspool's algorithm: when the last letter does not match, it skips to the first offset where it could. */
function anyCaseFinder({ bytes }: Piece): FindNext {
  const last = bytes.length - 1;
  const skips = new Int32Array(256).fill(bytes.length);
  for (let at = 0; at < last; at += 1) skips[bytes[at] ?? 0] = last - at;
  const endsAt = (text: Buffer, end: number): boolean => {
    for (let back = 0; back <= last; back += 1) {
      if (smallLetters[text[end - back] ?? 0] !== bytes[last - back]) return false;
    }
    return true;
  };
  return (text, from) => {
    let end = from + last;
    while (end < text.length) {
      if (endsAt(text, end)) return end - last;
      end += skips[smallLetters[text[end] ?? 0] ?? 0] ?? 1;
    }
    return -1;
  };
}
