import { lookAlikes } from './look-alikes.ts';

/** Letters and digits in lower case, and the index of each. For a surrogate pair it is the index of the second unit. */
export interface Plain {
  text: string;
  indexes: Uint32Array;
}

/** A part of a text, and how to read it. */
export interface Part {
  from: number;
  to: number;
  reading: Reading;
}

/**
 * Which letters are read: all; all outside of tags and comments of HTML; all including those of other scripts that look
 * like ASCII; or only the first letters of lines or words, or the last letters of lines.
 */
export type Reading = 'all' | 'without-tags' | 'look-alikes' | 'of-lines' | 'of-words' | 'of-line-ends';

/** Returns the readings in which a text may differ from its plain reading. */
export function readingsOf(text: string): Reading[] {
  return [
    'all',
    // `<b>s</b><b>k</b>` is read as the text between its tags.
    ...(/<(?:\/[a-z]|!--)/i.test(text) ? (['without-tags'] as const) : []),
    ...(anyLookAlike.test(text) ? (['look-alikes'] as const) : []),
    'of-lines',
    'of-words',
    'of-line-ends',
  ];
}

const anyLookAlike = new RegExp(`[${[...lookAlikes.keys()].map((code) => `\\u{${code.toString(16)}}`).join('')}]`, 'u');

/** Returns the letters and digits of a part of a text, after some from before the part. */
export function plainOf(content: string, { from, to, reading }: Part, before: Uint32Array): Plain {
  const end = Math.min(to, content.length);
  const codes = Buffer.allocUnsafe(before.length + end - from);
  const indexes = new Uint32Array(codes.length);
  indexes.set(before);
  const formOf = reading === 'look-alikes' ? lookAlikeForm : otherForm;
  const nextOf = places[reading];
  for (const [at, index] of before.entries()) codes[at] = letterAt(content, index, formOf);
  let length = before.length;
  for (let index = from; index < end; index += 1) {
    if (nextOf) index = nextOf(content, index);
    if (index >= end) break;
    const tag = reading === 'without-tags' && content.charCodeAt(index) === lessThan ? tagAt(content, index) : 0;
    if (tag > 0) index += tag - 1;
    const code = tag > 0 ? 0 : letterAt(content, index, formOf);
    if (code === 0) continue;
    codes[length] = code;
    indexes[length] = index;
    length += 1;
  }
  return { text: codes.toString('latin1', 0, length), indexes: indexes.subarray(0, length) };
}

/** Functions that return the next index to read, for readings that skip letters. */
const places: Partial<Record<Reading, (content: string, from: number) => number>> = {
  'of-lines': (content, from) => nextBeginning(content, from, 10),
  'of-words': (content, from) => nextBeginning(content, from, 32),
  'of-line-ends': nextEnd,
};

/** Returns the index of the last letter or digit of a line: `12. k`, `| 12 | k |`. */
function nextEnd(content: string, from: number): number {
  for (let at = from; at < content.length;) {
    const newline = content.indexOf('\n', at);
    const end = newline === -1 ? content.length : newline;
    let last = end - 1;
    while (last >= at && (smallCodes[content.charCodeAt(last)] ?? 0) === 0) last -= 1;
    if (last >= at) return last;
    at = end + 1;
  }
  return content.length;
}

/** Returns the next index, from `from` on, at which a line or a word begins. */
function nextBeginning(content: string, from: number, space: number): number {
  for (let at = from; at < content.length; at += 1) {
    const before = at === 0 ? 10 : content.charCodeAt(at - 1);
    if (before === 10 || before === space) return at;
  }
  return content.length;
}

const [lessThan, greaterThan, slash] = [0x3c, 0x3e, 0x2f];
const longestTag = 200;

/** Returns the length of the tag or comment that begins at an index; 0 if none does. */
function tagAt(content: string, index: number): number {
  const name = content.charCodeAt(index + 1);
  if (content.startsWith('<!--', index)) {
    const end = content.slice(index, index + longestTag).indexOf('-->');
    return end < 0 ? 0 : end + '-->'.length;
  }
  if (name !== slash && (smallCodes[name] ?? 0) === 0) return 0;
  const most = Math.min(content.length, index + longestTag);
  for (let end = index + 1; end < most; end += 1) {
    const unit = content.charCodeAt(end);
    if (unit === greaterThan) return end + 1 - index;
    if (unit === lessThan) return 0;
  }
  return 0;
}

/**
 * Returns the code of the letter or digit of ASCII at an index, in lower case, also if it is written in another form;
 * otherwise 0.
 */
function letterAt(content: string, index: number, formOf: (code: number) => number): number {
  const unit = content.charCodeAt(index);
  if (unit < 128) return smallCodes[unit] ?? 0;
  if (unit < 0xd8_00 || unit > 0xdf_ff) return formOf(unit);
  // A surrogate pair counts at its second half.
  return unit < 0xdc_00 ? 0 : formOf(content.codePointAt(index - 1) ?? 0);
}

/** The lower-case code of each letter and digit of ASCII; 0 for all other characters. */
const smallCodes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/**
 * Returns the letter that a character stands for. Full-width, circled, mathematical and accented letters are decomposed
 * by Unicode; tags (from U+E0020) and variation selectors (U+FE00 and from U+E0100, which carry bytes) are read by
 * their code points.
 */
function otherForm(code: number): number {
  const known = forms.get(code);
  if (known !== undefined) return known;
  const letter = smallCodes[carriedByte(code)] ?? plainLetter(code);
  if (forms.size < mostForms) forms.set(code, letter);
  return letter;
}

function lookAlikeForm(code: number): number {
  return otherForm(code) || (lookAlikes.get(code) ?? 0);
}

const forms = new Map<number, number>();
const mostForms = 20_000;

/** Returns the byte that an invisible character carries; NaN for all others. */
export function carriedByte(code: number): number {
  if (code >= 0xe_00_20 && code <= 0xe_00_7e) return code - 0xe_00_00;
  if (code >= 0xe_01_00 && code <= 0xe_01_ef) return code - 0xe_01_00 + 16;
  return Number.NaN;
}

function plainLetter(code: number): number {
  const letters = String.fromCodePoint(code)
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]/gi, '');
  return letters.length === 1 ? (smallCodes[letters.charCodeAt(0)] ?? 0) : 0;
}
