/**
 * A text in the form in which the second step of the search compares: line breaks as `\n`, no spaces before them,
 * straight quotes, hyphens for dashes, plain spaces for hard ones. For each of its code units, `starts` and `ends` give
 * the position of the piece of the original that it came from.
 */
export interface NormalForm {
  text: string;
  starts: Uint32Array;
  ends: Uint32Array;
}

/** Returns the normal form of a text, with the positions in the original. */
export function normalForm(original: string): NormalForm {
  const starts = new Uint32Array(original.length);
  const ends = new Uint32Array(original.length);
  let text = '';
  const add = (character: string, start: number, end: number) => {
    starts[text.length] = start;
    ends[text.length] = end;
    text += character;
  };
  for (let at = 0; at < original.length;) {
    const afterBlanks = skipBlanks(original, at);
    const end = afterBlanks + breakLength(original, afterBlanks);
    if (end > afterBlanks) add('\n', afterBlanks, end);
    else if (end < original.length) for (let i = at; i <= end; i += 1) add(straighten(original.charAt(i)), i, i + 1);
    at = end > afterBlanks || end === original.length ? end : end + 1;
  }
  return { text, starts, ends };
}

/** Returns the search text in the same form. Blanks at its very end stay, because it may end within a line. */
export function normalSearch(old: string): string {
  let end = old.length;
  while (end > 0 && isBlank(old.charAt(end - 1))) end -= 1;
  return normalForm(old.slice(0, end)).text + Array.from(old.slice(end), straighten).join('');
}

const straight = new Map(
  Object.entries({ '"': '“”„‟″', "'": '‘’‚‛′', '-': '‐‑‒–—―−', ' ': '\u00A0\u2007\u202F' }).flatMap(([to, from]) =>
    Array.from(from, (character) => [character, to] as const),
  ),
);

function straighten(character: string): string {
  return straight.get(character) ?? character;
}

function isBlank(character: string): boolean {
  return character === '\t' || straighten(character) === ' ';
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charAt(at))) at += 1;
  return at;
}

function breakLength(text: string, at: number): number {
  if (text.startsWith('\r\n', at)) return 2;
  return text[at] === '\n' || text[at] === '\r' ? 1 : 0;
}
