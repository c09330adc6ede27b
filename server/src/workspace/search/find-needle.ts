import { smallLetters, type Needle, type Piece } from './needle.ts';

/** Tells whether a text holds one of the pieces. */
export function openFinder(needle: Needle): (text: Buffer) => boolean {
  const finders = needle.map((piece) => (piece.anyCase ? anyCaseFinder(piece) : exactFinder(piece)));
  return (text) => finders.some((find) => find(text));
}

function exactFinder({ bytes }: Piece): (text: Buffer) => boolean {
  const wanted = Buffer.from(bytes);
  return (text) => text.includes(wanted);
}

/** Horspool's way: where the last letter does not fit, it skips as far as the first place where it could. */
function anyCaseFinder({ bytes }: Piece): (text: Buffer) => boolean {
  const last = bytes.length - 1;
  const skips = new Int32Array(256).fill(bytes.length);
  for (let at = 0; at < last; at += 1) skips[bytes[at] ?? 0] = last - at;
  const endsAt = (text: Buffer, end: number): boolean => {
    for (let back = 0; back <= last; back += 1) {
      if (smallLetters[text[end - back] ?? 0] !== bytes[last - back]) return false;
    }
    return true;
  };
  return (text) => {
    let end = last;
    while (end < text.length) {
      if (endsAt(text, end)) return true;
      end += skips[smallLetters[text[end] ?? 0] ?? 0] ?? 1;
    }
    return false;
  };
}
