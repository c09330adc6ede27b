import { lookAlikes } from './look-alikes.ts';
import { carriedByte } from './plain-letters.ts';

/** A text converted to ASCII letters, with positions in the original. */
export interface InAscii {
  text: string;
  /** Returns the span of a part in the original. */
  stretchOf: (start: number, end: number) => { start: number; end: number };
  /** Returns whether the original spells a part differently. */
  isOther: (start: number, end: number) => boolean;
}

/**
 * Replaces what stands for a letter, digit or mark of ASCII (full-width, mathematical, circled, tags) by that, and
 * keeps its case. Removes invisible characters. Returns undefined if there are no such letters, as in most texts.
 */
export function toAscii(original: string): InAscii | undefined {
  if (!/[^ -~\s]/.test(original) || (!otherLetter.test(original) && !mixedWord.test(original))) return undefined;
  const codes = Buffer.allocUnsafe(original.length * 2);
  const starts = new Uint32Array(original.length + 1);
  /** For each character, how many characters up to it were replaced. */
  const others = new Uint32Array(original.length + 1);
  let [length, other] = [0, 0];
  const write = (unit: number, index: number): void => {
    codes.writeUInt16LE(unit, length * 2);
    starts[length] = index;
    others[length] = other;
    length += 1;
  };
  for (let index = 0; index < original.length; index += 1) {
    const unit = original.charCodeAt(index);
    const code = codeAt(original, index, unit);
    const ascii = code < 128 ? code : asciiOf(code);
    if (ascii !== code) other += 1;
    if (ascii > 0 || code === 0) write(ascii > 0xff_ff ? unit : ascii, index);
    if (code > 0xff_ff) index += 1;
    if (ascii > 0xff_ff) write(original.charCodeAt(index), index);
  }
  starts[length] = original.length;
  return {
    text: codes.toString('utf16le', 0, length * 2),
    stretchOf: (start, end) => ({ start: starts[start] ?? 0, end: starts[end] ?? original.length }),
    isOther: (start, end) => (others[end - 1] ?? 0) > (others[start - 1] ?? 0),
  };
}

/** Returns the code point that begins with a unit. */
function codeAt(text: string, index: number, unit: number): number {
  return unit < 0xd8_00 || unit > 0xdb_ff ? unit : (text.codePointAt(index) ?? unit);
}

/** Excludes marks of other forms: every Chinese text has them, and they are no letters. */
const otherLetter =
  /[\u{ff10}-\u{ff19}\u{ff21}-\u{ff3a}\u{ff41}-\u{ff5a}\u{2460}-\u{2468}\u{24b6}-\u{24ea}\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]|\p{Default_Ignorable_Code_Point}/u;

/**
 * Matches a letter of another script that looks like one of ASCII, beside ASCII letters: words that are only Russian or
 * Greek do not match.
 */
const mixedWord = mixedWordOf([...lookAlikes.keys()].map((code) => `\\u{${code.toString(16)}}`).join(''));

function mixedWordOf(codes: string): RegExp {
  return new RegExp(`[${codes}](?=[A-Za-z0-9_-])|(?<=[A-Za-z0-9_-])[${codes}]`, 'u');
}

/**
 * Returns the character of ASCII that a character stands for or carries, 0 for an invisible one, and otherwise the
 * character itself.
 */
function asciiOf(code: number): number {
  const known = forms.get(code);
  if (known !== undefined) return known;
  const form = formOf(code);
  if (forms.size < mostForms) forms.set(code, form);
  return form;
}

const forms = new Map<number, number>();
const mostForms = 20_000;

function formOf(code: number): number {
  const byte = carriedByte(code);
  if (byte > 32 && byte < 127) return byte;
  const character = String.fromCodePoint(code);
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return 0;
  const plain = character.normalize('NFKD');
  if (/^[!-~]$/.test(plain)) return plain.charCodeAt(0);
  const letter = lookAlikes.get(code);
  if (letter === undefined) return code;
  return character === character.toLowerCase() ? letter : String.fromCharCode(letter).toUpperCase().charCodeAt(0);
}
