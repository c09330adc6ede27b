/** A text that was read, and its name. */
export interface ReadText {
  name: string;
  text: string;
}

/** A long passage of a text that was read, found in another text. */
export interface CopiedPassage {
  /** The name of the text from which it was copied. */
  from: string;
  /** The index of its first character. */
  index: number;
  /** The number of its lines in the text that contains it. */
  lines: number;
}

/** Long enough that the same text is not written by accident: a function of code, a table of settings. */
const fewestLines = 12;
const fewestCharacters = 600;

/**
 * Finds long passages of texts in another text, whatever spaces and line breaks are between their words: passages of
 * twelve non-empty lines, or of 600 characters. It takes time linear in the texts, and stores one number for each 40
 * characters of what was read.
 */
export function copiedPassages(text: string, read: readonly ReadText[]): CopiedPassage[] {
  const sources = read.map((one) => withoutSpaces(one.text));
  const blocks = blocksOf(sources);
  const target = withoutSpaces(text);
  const found: CopiedPassage[] = [];
  let from = 0;
  let next = 0;
  eachWindow(target.letters, (start, hash) => {
    if (start < next) return;
    const all = (blocks.get(hash) ?? []).map((block) => wholePassage(target.letters, sources, { block, start, from }));
    const longest = all.reduce((one, other) => (other.end > one.end ? other : one), noPassage);
    if (longest.end === 0) return;
    const { lines, characters } = sizeOf(target, longest);
    const isLong = characters >= fewestCharacters || lines >= fewestLines;
    // A shorter passage may be part of a longer one in another text, whose next block ends after it.
    next = isLong ? longest.end : longest.end - blockLength + 1;
    if (isLong) from = longest.end;
    const name = read[longest.source]?.name;
    if (isLong && name !== undefined) found.push({ from: name, index: target.indexes[longest.start] ?? 0, lines });
  });
  return found;
}

/** A text without spaces and line breaks. */
interface Letters {
  letters: string;
  /** The index of each letter in the text. */
  indexes: Uint32Array;
  text: string;
}

function withoutSpaces(text: string): Letters {
  const indexes = new Uint32Array(text.length);
  const words: string[] = [];
  let length = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    for (let at = 0; at < word.length; at += 1) indexes[length + at] = index + at;
    length += word.length;
    words.push(word);
  }
  return { letters: words.join(''), indexes: indexes.subarray(0, length), text };
}

const blockLength = 40;
/** How many places of one block are compared at most: a line of a licence occurs in many. */
const placesOfBlock = 4;

interface Block {
  source: number;
  at: number;
}

function blocksOf(sources: readonly Letters[]): Map<number, Block[]> {
  const blocks = new Map<number, Block[]>();
  for (const [source, { letters }] of sources.entries()) {
    eachWindow(letters, (at, hash) => {
      if (at % blockLength !== 0) return;
      const known = blocks.get(hash);
      if (known === undefined) blocks.set(hash, [{ source, at }]);
      else if (known.length < placesOfBlock) known.push({ source, at });
    });
  }
  return blocks;
}

const factor = 31;
const factorOut = Array.from({ length: blockLength }).reduce<number>((product) => Math.imul(product, factor), 1);

/** Calls `visit` for every forty characters, with their hash. */
function eachWindow(letters: string, visit: (start: number, hash: number) => void): void {
  for (let end = 0, hash = 0; end < letters.length; end += 1) {
    const out = end < blockLength ? 0 : Math.imul(factorOut, letters.charCodeAt(end - blockLength));
    hash = (Math.imul(hash, factor) + letters.charCodeAt(end) - out) | 0;
    if (end + 1 >= blockLength) visit(end + 1 - blockLength, hash);
  }
}

interface Passage {
  source: number;
  /** `start` and `end` count in the letters of the text that contains it. */
  start: number;
  end: number;
}

const noPassage: Passage = { source: -1, start: 0, end: 0 };

/**
 * Returns the whole passage around a block that both texts contain, beginning at letter `from` or later; `noPassage` if
 * they do not contain it.
 */
function wholePassage(
  target: string,
  sources: readonly Letters[],
  { block: { source: number, at }, start, from }: { block: Block; start: number; from: number },
): Passage {
  const source = sources[number]?.letters ?? '';
  if (!target.startsWith(source.slice(at, at + blockLength), start)) return noPassage;
  let before = 0;
  const mostBefore = Math.min(start - from, at);
  while (before < mostBefore && target[start - before - 1] === source[at - before - 1]) before += 1;
  let length = blockLength;
  const most = Math.min(target.length - start, source.length - at);
  while (length < most && target[start + length] === source[at + length]) length += 1;
  return { source: number, start: start - before, end: start + length };
}

/** Returns the size of a passage, counting consecutive spaces as one. */
function sizeOf({ text, indexes }: Letters, { start, end }: { start: number; end: number }) {
  const passage = text.slice(indexes[start], (indexes[end - 1] ?? 0) + 1);
  const lines = passage.split('\n').filter((line) => line.trim() !== '').length;
  return { lines, characters: passage.replaceAll(/\s+/g, ' ').length };
}
