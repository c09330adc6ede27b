import { spellingsOf } from './spellings.ts';

/** A value that this installation holds, such as the key of a model. */
export interface OwnSecret {
  /** What people call it: `the key of anthropic`. */
  name: string;
  value: string;
}

/** Where a secret begins: in which text, and at which character of it. */
export interface FoundSecret {
  name: string;
  text: number;
  index: number;
}

/**
 * Finds secrets by their exact values, in plain or in one of {@link spellingsOf | its spellings}, whole or in pieces of
 * eight letters and digits, whatever stands between them: also over several texts.
 */
export function ownSecretsIn(texts: readonly string[], secrets: readonly OwnSecret[]): FoundSecret[] {
  const searched = secrets.flatMap(({ name, value }) => spellingsOf(value).map((spelling) => begin(name, spelling)));
  if (searched.length === 0) return [];
  const grams = indexOf(searched);
  for (const [text, content] of texts.entries()) markIn(content, text, grams);
  const found = new Map<string, FoundSecret>();
  for (const one of searched) {
    if (one.first === undefined || covered(one) < enough(one.spelling)) continue;
    if (!found.has(one.name)) found.set(one.name, { name: one.name, ...one.first });
  }
  return [...found.values()];
}

const gramLength = 8;

/** The public head of a key (`sk-ant-api03-`, the frame of a private key) is less than this. */
function enough({ length }: string): number {
  return Math.min(length, Math.max(16, Math.min(length / 2, 48)));
}

interface Searched {
  name: string;
  spelling: string;
  isThere: Uint8Array;
  first: { text: number; index: number } | undefined;
}

function begin(name: string, spelling: string): Searched {
  return { name, spelling, isThere: new Uint8Array(spelling.length), first: undefined };
}

function covered({ isThere }: Searched): number {
  return isThere.reduce((sum, one) => sum + one, 0);
}

interface Grams {
  places: Map<string, { searched: Searched; at: number }[]>;
  /** Which hashes there are: almost every place of a text is passed by with one look. */
  hashes: Uint8Array;
}

function indexOf(searched: readonly Searched[]): Grams {
  const places: Grams['places'] = new Map();
  const hashes = new Uint8Array(hashSize);
  for (const one of searched) {
    for (let at = 0; at + gramLength <= one.spelling.length; at += 1) {
      const gram = one.spelling.slice(at, at + gramLength);
      const there = places.get(gram);
      if (there === undefined) places.set(gram, [{ searched: one, at }]);
      // A spelling of one letter repeated has the same gram everywhere.
      else if (there.length < 100) there.push({ searched: one, at });
      hashes[hashOf(gram)] = 1;
    }
  }
  return { places, hashes };
}

const hashSize = 2 ** 18;
const factor = 31;
const outFactor = (factor ** gramLength) | 0;

function hashOf(gram: string): number {
  let hash = 0;
  for (let at = 0; at < gram.length; at += 1) hash = (Math.imul(hash, factor) + gram.charCodeAt(at)) | 0;
  return slotOf(hash);
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 14)) & (hashSize - 1);
}

/** Goes over the letters and digits of a text once. */
function markIn(content: string, text: number, { places, hashes }: Grams): void {
  const plain = plainOf(content);
  let hash = 0;
  for (let end = 0; end < plain.text.length; end += 1) {
    const out = end < gramLength ? 0 : Math.imul(outFactor, plain.text.charCodeAt(end - gramLength));
    hash = (Math.imul(hash, factor) + plain.text.charCodeAt(end) - out) | 0;
    if (hashes[slotOf(hash)] === 0 || end + 1 < gramLength) continue;
    const start = end + 1 - gramLength;
    for (const { searched, at } of places.get(plain.text.slice(start, end + 1)) ?? []) {
      searched.isThere.fill(1, at, at + gramLength);
      searched.first ??= { text, index: plain.indexes[start] ?? 0 };
    }
  }
}

/** The letters and digits of a text in small letters, and where each stands. */
function plainOf(content: string): { text: string; indexes: Uint32Array } {
  const codes = Buffer.alloc(content.length);
  const indexes = new Uint32Array(content.length);
  let length = 0;
  for (let index = 0; index < content.length; index += 1) {
    const code = smallCode(content.charCodeAt(index));
    if (code === 0) continue;
    codes[length] = code;
    indexes[length] = index;
    length += 1;
  }
  return { text: codes.toString('latin1', 0, length), indexes };
}

/** Of a letter or digit of ASCII, in small letters; 0 of all else. */
function smallCode(code: number): number {
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return code;
  return code >= 65 && code <= 90 ? code + 32 : 0;
}
