import { lookAlikes } from './look-alikes.ts';

/** Letters and digits in small letters, and where each stands: of one that takes two units of UTF-16, the second. */
export interface Plain {
  text: string;
  indexes: Uint32Array;
}

/** A part of a text, and how it is read. */
export interface Part {
  from: number;
  to: number;
  reading: Reading;
}

/**
 * Which letters are read: all, all but those in tags and comments of HTML, with those of other scripts that look like ASCII, or those
 * alone with which lines or words begin, or lines end.
 */
export type Reading = 'all' | 'without-tags' | 'look-alikes' | 'of-lines' | 'of-words' | 'of-line-ends';

/** The readings in which a text may say anything else than in plain. */
export function readingsOf(text: string): Reading[] {
  return [
    'all',
    // `<b>s</b><b>k</b>` is read as what stands between its tags.
    ...(/<(?:\/[a-z]|!--)/i.test(text) ? (['without-tags'] as const) : []),
    ...(anyLookAlike.test(text) ? (['look-alikes'] as const) : []),
    'of-lines',
    'of-words',
    'of-line-ends',
  ];
}

const anyLookAlike = new RegExp(`[${[...lookAlikes.keys()].map((code) => `\\u{${code.toString(16)}}`).join('')}]`, 'u');

/** The letters and digits of a part of a text, behind some that stand before it. */
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

/** The next place from one on of those that are read alone. */
const places: Partial<Record<Reading, (content: string, from: number) => number>> = {
  'of-lines': (content, from) => nextBeginning(content, from, 10),
  'of-words': (content, from) => nextBeginning(content, from, 32),
  'of-line-ends': nextEnd,
};

/** The last letter or digit of a line: `12. k`, `| 12 | k |`. */
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

/** The next place from one on where a line or a word begins. */
function nextBeginning(content: string, from: number, space: number): number {
  for (let at = from; at < content.length; at += 1) {
    const before = at === 0 ? 10 : content.charCodeAt(at - 1);
    if (before === 10 || before === space) return at;
  }
  return content.length;
}

const [lessThan, greaterThan, slash] = [0x3c, 0x3e, 0x2f];
const longestTag = 200;

/** The length of the tag or comment that begins at a place; 0 where none does. */
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

/** The code of a letter or digit of ASCII, in small letters, that stands at a place or is written there in another form; else 0. */
function letterAt(content: string, index: number, formOf: (code: number) => number): number {
  const unit = content.charCodeAt(index);
  if (unit < 128) return smallCodes[unit] ?? 0;
  if (unit < 0xd8_00 || unit > 0xdf_ff) return formOf(unit);
  // A letter is where its second half is.
  return unit < 0xdc_00 ? 0 : formOf(content.codePointAt(index - 1) ?? 0);
}

/** Of each letter and digit of ASCII, in small letters; 0 of all else. */
const smallCodes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/**
 * The letter that a character stands for: full-width, circled, mathematical and accented ones by Unicode's decomposition,
 * tags (U+E0020 and on) and selectors (U+FE00 and U+E0100 and on, which carry bytes) by their numbers.
 */
function otherForm(code: number): number {
  const known = forms.get(code);
  if (known !== undefined) return known;
  const letter = smallCodes[carried(code)] ?? plainLetter(code);
  if (forms.size < mostForms) forms.set(code, letter);
  return letter;
}

function lookAlikeForm(code: number): number {
  return otherForm(code) || (lookAlikes.get(code) ?? 0);
}

const forms = new Map<number, number>();
const mostForms = 20_000;

/** The byte that an invisible character carries; NaN for all others. */
export function carried(code: number): number {
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
