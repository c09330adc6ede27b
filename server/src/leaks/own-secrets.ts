import { spellingsOf } from './spellings.ts';

/** A value that this installation holds, such as the key of a model. */
export interface OwnSecret {
  /** What people call it: `the key of anthropic`. */
  name: string;
  value: string;
}

/** A secret, and the character at which the first of it stands. */
export interface FoundSecret {
  name: string;
  index: number;
}

/**
 * Finds secrets by their exact values, in plain or in one of {@link spellingsOf | their spellings}, whole or in pieces of
 * eight letters and digits, whatever stands between them.
 */
export function ownSecretsIn(text: string, secrets: readonly OwnSecret[]): FoundSecret[] {
  const searched = secrets.flatMap(({ name, value }) => spellingsOf(value).map((spelling) => begin(name, spelling)));
  if (searched.length === 0) return [];
  mark(text, searched, tableOf(searched));
  const found = new Map<string, FoundSecret>();
  for (const { name, spelling, isThere, first } of searched) {
    const covered = isThere.reduce((sum, one) => sum + one, 0);
    if (covered >= enough(spelling) && !found.has(name)) found.set(name, { name, index: first });
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
  /** Which letters of it were met. */
  isThere: Uint8Array;
  /** Where the first piece of it stands. */
  first: number;
}

function begin(name: string, spelling: string): Searched {
  return { name, spelling, isThere: new Uint8Array(spelling.length), first: -1 };
}

/** Where the pieces of all spellings are, by their hashes: each at the next free place from its own on. */
interface Table {
  /** One more than the number of the spelling; 0 where there is none. */
  owners: Uint16Array;
  /** Where in the spelling. */
  places: Uint16Array;
}

function tableOf(searched: readonly Searched[]): Table {
  const pieces = searched.reduce((sum, { spelling }) => sum + spelling.length, 0);
  const size = 2 ** Math.ceil(Math.log2(pieces * 4));
  const table: Table = { owners: new Uint16Array(size), places: new Uint16Array(size) };
  for (const [number, { spelling }] of searched.entries()) {
    for (let end = 0, hash = 0; end < spelling.length; end += 1) {
      hash = rolled(hash, spelling, end);
      if (end + 1 >= gramLength) store(table, hash, { owner: number + 1, place: end + 1 - gramLength });
    }
  }
  return table;
}

function store({ owners, places }: Table, hash: number, { owner, place }: { owner: number; place: number }): void {
  let slot = slotOf(hash, owners.length);
  while (owners[slot] !== 0) slot = (slot + 1) & (owners.length - 1);
  owners[slot] = owner;
  places[slot] = place;
}

const factor = 31;
const factorOut = (factor ** gramLength) | 0;

/** The hash of the last eight characters up to one, from that up to the one before. */
function rolled(hash: number, text: string, end: number): number {
  const out = end < gramLength ? 0 : Math.imul(factorOut, text.charCodeAt(end - gramLength));
  return (Math.imul(hash, factor) + text.charCodeAt(end) - out) | 0;
}

function slotOf(hash: number, size: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d) >>> 12) & (size - 1);
}

/** Goes over the letters and digits of a text once. */
function mark(content: string, searched: readonly Searched[], { owners, places }: Table): void {
  const { text, indexes } = plainOf(content);
  for (let end = 0, hash = 0; end < text.length; end += 1) {
    hash = rolled(hash, text, end);
    if (end + 1 < gramLength) continue;
    let slot = slotOf(hash, owners.length);
    while (owners[slot] !== 0) {
      const one = searched[(owners[slot] ?? 0) - 1];
      if (one !== undefined) markPiece(one, places[slot] ?? 0, { text, start: end + 1 - gramLength, indexes });
      slot = (slot + 1) & (owners.length - 1);
    }
  }
}

function markPiece(one: Searched, place: number, at: { text: string; start: number; indexes: Uint32Array }): void {
  const { text, start, indexes } = at;
  if (!text.startsWith(one.spelling.slice(place, place + gramLength), start)) return;
  one.isThere.fill(1, place, place + gramLength);
  if (one.first < 0) one.first = indexes[start] ?? 0;
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
