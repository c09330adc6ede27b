import { plainOf, readingsOf, type Plain, type Reading } from './forms/plain-letters.ts';
import { spellingsOf } from './forms/spellings.ts';

/** A secret of this installation, such as the key of a model. */
export interface OwnSecret {
  /** Its name: `the key of anthropic`. */
  name: string;
  value: string;
}

/** A span: `end` is exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** A found secret, with the spans of its pieces in order; overlapping pieces are merged. */
export interface FoundSecret {
  name: string;
  pieces: readonly Stretch[];
}

/**
 * Finds secrets by their exact values, in plain form or in one of {@link spellingsOf | their spellings}, whole or in
 * pieces of eight letters and digits, whatever is between the pieces.
 */
export async function ownSecretsIn(text: string, secrets: readonly OwnSecret[]): Promise<FoundSecret[]> {
  const { spellings, table } = preparedOf(secrets);
  if (spellings.length === 0) return [];
  const searched = spellings.map(({ name, spelling }) => startSearch(name, spelling));
  for (const reading of readingsOf(text)) await markFound(text, searched, { table, reading });
  const found = new Map<string, Stretch[]>();
  for (const { name, spelling, isThere, pieces } of searched) {
    const covered = isThere.reduce((sum, one) => sum + one, 0);
    if (covered >= lettersNeeded(spelling)) found.set(name, [...(found.get(name) ?? []), ...pieces]);
  }
  return [...found].map(([name, pieces]) => ({
    name,
    pieces: joinPieces(pieces).map((piece) => wholeOf(text, piece)),
  }));
}

/** Extends a span by the first half of a surrogate pair whose second half it begins with. */
function wholeOf(text: string, { start, end }: Stretch): Stretch {
  return { start: (text.charCodeAt(start) & 0xfc_00) === 0xdc_00 ? start - 1 : start, end };
}

function joinPieces(pieces: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const { start, end } of pieces.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else whole.push({ start, end });
  }
  return whole;
}

interface Prepared {
  spellings: readonly { name: string; spelling: string }[];
  table: Table;
}

/** Cached, because many texts are searched for the same secrets, one for each step of a job. */
const preparedSecrets = new WeakMap<readonly OwnSecret[], Prepared>();

function preparedOf(secrets: readonly OwnSecret[]): Prepared {
  const known = preparedSecrets.get(secrets);
  if (known !== undefined) return known;
  const spellings = secrets.flatMap(({ name, value }) => spellingsOf(value).map((spelling) => ({ name, spelling })));
  const made = { spellings, table: tableOf(spellings) };
  preparedSecrets.set(secrets, made);
  return made;
}

const gramLength = 8;

/**
 * Returns how many letters of a spelling must be found. The public prefix of a key (`sk-ant-api03-`, the frame of a
 * private key) has fewer.
 */
function lettersNeeded({ length }: string): number {
  return Math.min(length, Math.max(16, Math.min(length / 2, 48)));
}

interface Searched {
  name: string;
  spelling: string;
  /** Which letters of the spelling were found. */
  isThere: Uint8Array;
  /** The spans of its pieces in the text. */
  pieces: Stretch[];
}

function startSearch(name: string, spelling: string): Searched {
  return { name, spelling, isThere: new Uint8Array(spelling.length), pieces: [] };
}

/** The pieces of all spellings by their hashes: a hash table with linear probing. */
interface Table {
  /** The number of the spelling plus one; 0 for an empty slot. */
  owners: Uint16Array;
  /** The offset in the spelling. */
  places: Uint16Array;
  hashes: Int32Array;
  /**
   * A bit for each stored hash, by 18 of its bits. It fits into the processor's cache, and rules out 15 of 16 hashes.
   */
  seen: Uint8Array;
}

const seenBits = 18;

function tableOf(spellings: readonly { spelling: string }[]): Table {
  const pieces = spellings.reduce((sum, { spelling }) => sum + spelling.length, 1);
  const size = 2 ** Math.ceil(Math.log2(pieces * 4));
  const table: Table = {
    owners: new Uint16Array(size),
    places: new Uint16Array(size),
    hashes: new Int32Array(size),
    seen: new Uint8Array(2 ** (seenBits - 3)),
  };
  for (const [number, { spelling }] of spellings.entries()) {
    for (let end = 0, hash = 0; end < spelling.length; end += 1) {
      hash = rollHash(hash, spelling, end);
      if (end + 1 >= gramLength) store(table, hash, { owner: number + 1, place: end + 1 - gramLength });
    }
  }
  return table;
}

function store(table: Table, hash: number, { owner, place }: { owner: number; place: number }): void {
  const { owners, places, hashes, seen } = table;
  let slot = slotOf(hash, owners.length);
  while (owners[slot] !== 0) slot = (slot + 1) & (owners.length - 1);
  owners[slot] = owner;
  places[slot] = place;
  hashes[slot] = hash;
  const bit = bitOfHash(hash);
  seen[bit >>> 3] = (seen[bit >>> 3] ?? 0) | (1 << (bit & 7));
}

function bitOfHash(hash: number): number {
  return Math.imul(hash, 0x9e_37_79_b1) >>> (32 - seenBits);
}

const factor = 31;
const factorOut = (factor ** gramLength) | 0;

/** Returns the hash of the last eight characters, from the hash one character before. */
function rollHash(hash: number, text: string, end: number): number {
  const out = end < gramLength ? 0 : Math.imul(factorOut, text.charCodeAt(end - gramLength));
  return (Math.imul(hash, factor) + text.charCodeAt(end) - out) | 0;
}

function slotOf(hash: number, size: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d) >>> 12) & (size - 1);
}

/** A text is searched in parts of this length, with other work between them: a part takes 7 ms. */
const partLength = 512 * 1024;

/** Searches the letters and digits of a text in one pass. */
async function markFound(
  text: string,
  searched: readonly Searched[],
  { table, reading }: { table: Table; reading: Reading },
): Promise<void> {
  let last = new Uint32Array();
  for (let from = 0; from < text.length; from += partLength) {
    if (from > 0) await new Promise(setImmediate);
    const plain = plainOf(text, { from, to: from + partLength, reading }, last);
    markPart(plain, searched, table);
    // A piece may begin in one part and end in the next.
    last = plain.indexes.slice(-gramLength + 1);
  }
}

function markPart({ text, indexes }: Plain, searched: readonly Searched[], table: Table): void {
  const { seen } = table;
  for (let end = 0, hash = 0; end < text.length; end += 1) {
    hash = rollHash(hash, text, end);
    const bit = bitOfHash(hash);
    if ((seen[bit >>> 3] ?? 0) & (1 << (bit & 7)) && end + 1 >= gramLength) {
      markPieces({ text, start: end + 1 - gramLength, indexes }, hash, searched, table);
    }
  }
}

interface PieceOfText extends Plain {
  start: number;
}

function markPieces(at: PieceOfText, hash: number, searched: readonly Searched[], table: Table): void {
  const { owners, places, hashes } = table;
  let slot = slotOf(hash, owners.length);
  while (owners[slot] !== 0) {
    const one = searched[(owners[slot] ?? 0) - 1];
    if (one !== undefined && hashes[slot] === hash) markPiece(one, places[slot] ?? 0, at);
    slot = (slot + 1) & (owners.length - 1);
  }
}

function markPiece(one: Searched, place: number, { text, start, indexes }: PieceOfText): void {
  if (!text.startsWith(one.spelling.slice(place, place + gramLength), start)) return;
  one.isThere.fill(1, place, place + gramLength);
  const end = (indexes[start + gramLength - 1] ?? 0) + 1;
  one.pieces.push({ start: indexes[start] ?? 0, end });
}
