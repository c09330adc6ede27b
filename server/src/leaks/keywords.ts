/** Receives the number of a found keyword, and the index at which it begins. */
export type OnKeyword = (keyword: number, index: number) => void;

/**
 * Returns a function that finds many keywords in a text at once, in upper or lower case. It reads each character once,
 * however many keywords there are. Keywords need at least three characters of ASCII, because the first three decide
 * where the rest is compared.
 */
export function keywordFinder(keywords: readonly string[]): (text: string, found: OnKeyword) => void {
  const beginnings = beginningsOf(keywords);
  const isBeginning = new Uint8Array(tableSize);
  for (const slot of beginnings.keys()) isBeginning[slot] = 1;
  return (text, found) => {
    // A character beyond Latin-1 becomes another one: a pattern checks each match again.
    const bytes = Buffer.from(text, 'latin1');
    for (let at = 0, slot = 0; at < bytes.length; at += 1) {
      slot = slotAfter(slot, bytes[at] ?? 0);
      if (isBeginning[slot] !== 1) continue;
      const start = at - beginningLength + 1;
      for (const { number, codes } of beginnings.get(slot) ?? [])
        if (standsAt(bytes, start, codes)) found(number, start);
    }
  };
}

interface Keyword {
  number: number;
  codes: readonly number[];
}

const beginningLength = 3;
const tableSize = 2 ** (5 * beginningLength);

/** Keeps five bits of each character, which are equal for an upper-case and a lower-case letter. */
function slotAfter(slot: number, code: number): number {
  return ((slot << 5) | (code & 31)) & (tableSize - 1);
}

function beginningsOf(keywords: readonly string[]): Map<number, Keyword[]> {
  const entries = keywords.map((keyword, number) => ({
    number,
    codes: [...Buffer.from(keyword.toLowerCase(), 'latin1')],
  }));
  return Map.groupBy(entries, ({ codes }) => codes.slice(0, beginningLength).reduce(slotAfter, 0));
}

function standsAt(bytes: Uint8Array, start: number, codes: readonly number[]): boolean {
  if (start < 0) return false;
  for (let index = 0; index < codes.length; index += 1) {
    if (smallCode(bytes[start + index] ?? 0) !== codes[index]) return false;
  }
  return true;
}

function smallCode(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
