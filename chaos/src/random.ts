/** Random choices that are the same for the same seed. */
export interface Chance {
  /** Returns a number in [0, 1). */
  next: () => number;
  /** Returns a whole number, both bounds included. */
  integer: (minimum: number, maximum: number) => number;
  /** @throws RangeError for an empty list. */
  pick: <T>(list: readonly T[]) => T;
  shuffle: <T>(list: readonly T[]) => T[];
  /** Returns true with this probability. */
  happens: (probability: number) => boolean;
}

/**
 * Returns a separate generator for each purpose, all from one seed: the draws of one do not affect the draws of
 * another, so that the faults are the same however fast the clients happen to be.
 */
export function chanceOf(seed: number, purpose: string): Chance {
  const next = randomNumbers(seed ^ hash(purpose));
  const integer = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    next,
    integer,
    pick(list) {
      const [chosen] = list.slice(integer(0, list.length - 1));
      if (chosen === undefined) throw new RangeError('There is nothing to pick from.');
      return chosen;
    },
    shuffle: (list) =>
      list
        .map((value) => ({ value, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ value }) => value),
    happens: (probability) => next() < probability,
  };
}

/** mulberry32, a small generator (public domain, Tommy Ettinger). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value | 0;
}
