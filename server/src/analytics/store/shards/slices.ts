import { add, condense, pack, visit } from '../fold/packed.ts';
import type { Rows, Shape } from '../fold/packed.ts';
import { rollupTableNames, rollupTables } from '../tables.ts';
import type { RollupTable } from '../tables.ts';

export type PackedTables = Record<RollupTable, Uint8Array>;

/**
 * A part of a roll-up: the pages and referrers with numbers from `first` to that of the next slice. Tables without such
 * a number are in the first slice, whose `first` is 0.
 */
export interface Slice {
  first: number;
  tables: PackedTables;
}

export interface MergedSlices {
  slices: readonly Slice[];
  added: readonly PackedTables[];
  end: number;
  mostBytes: number;
}

/** The key column by which a table is sliced. */
const slicedBy: Record<RollupTable, number | undefined> = {
  pages: 0,
  hours: 1,
  kinds: 1,
  site: undefined,
  missing: 1,
  referrers: 0,
  surfaces: 3,
};

/**
 * Adds the part of tables with numbers from the first slice to before `end` to adjacent slices. Splits a slice of more
 * than `mostBytes` into some of half that size.
 */
export function mergeSlices({ slices: stored, added, end, mostBytes }: MergedSlices): Slice[] {
  const slices = stored.length > 0 ? stored : [{ first: 0, tables: emptyTables() }];
  const firsts = [...slices.map(({ first }) => first), end];
  const shares = rollupTableNames.map((name) => ({ name, rows: distribute(name, added, firsts) }));
  return slices.flatMap(({ first, tables }, place) => {
    const merged = { ...tables };
    for (const { name, rows } of shares) {
      const ofSlice = rows[place] ?? [];
      const shape = rollupTables[name];
      if (ofSlice.length === 0) continue;
      merged[name] = add(shape, tables[name], added.length > 1 ? condense(shape, ofSlice) : ofSlice);
    }
    return split({ first, tables: merged }, mostBytes);
  });
}

export function sizeOf(tables: PackedTables): number {
  return rollupTableNames.reduce((sum, name) => sum + tables[name].length, 0);
}

export function emptyTables(): PackedTables {
  return mapTables(() => new Uint8Array());
}

export function mapTables<T>(of: (name: RollupTable) => T): Record<RollupTable, T> {
  return {
    pages: of('pages'),
    hours: of('hours'),
    kinds: of('kinds'),
    site: of('site'),
    missing: of('missing'),
    referrers: of('referrers'),
    surfaces: of('surfaces'),
  };
}

/**
 * Distributes the rows of tables over the slices: each slice gets the numbers from its own of `firsts` to the next one.
 */
function distribute(name: RollupTable, tables: readonly PackedTables[], firsts: readonly number[]): Rows[] {
  const rows: Rows[] = firsts.slice(1).map(() => []);
  const column = slicedBy[name];
  for (const table of tables) {
    visit(rollupTables[name], table[name], (row) => {
      const place = column === undefined ? placeOf(firsts, 0) : placeOf(firsts, row[column] ?? 0);
      const ofSlice = rows[place];
      if (ofSlice !== undefined) for (const value of row) ofSlice.push(value);
    });
  }
  return rows;
}

/** Returns the index of the last sorted number that is at most this one; -1 when all are greater. */
function placeOf(firsts: readonly number[], number: number): number {
  let [low, high] = [0, firsts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function split(slice: Slice, mostBytes: number): Slice[] {
  const size = sizeOf(slice.tables);
  if (size <= mostBytes) return [slice];
  const firsts = bordersOf(slice, Math.ceil(size / (mostBytes / 2)));
  if (firsts.length === 1) return [slice];
  const ends = [...firsts, Number.POSITIVE_INFINITY];
  const shares = rollupTableNames.map((name) => ({ name, rows: distribute(name, [slice.tables], ends) }));
  return firsts.map((first, place) => {
    const tables = emptyTables();
    for (const { name, rows } of shares) {
      // A table that is not sliced stays in the first slice, wherever the others begin.
      const isWhole = slicedBy[name] === undefined;
      if (isWhole && place === 0) tables[name] = slice.tables[name];
      else if (!isWhole) tables[name] = pack(rollupTables[name], rows[place] ?? []);
    }
    return { first, tables };
  });
}

/** Returns the first numbers of slices that have about as many rows each. */
function bordersOf({ first, tables }: Slice, parts: number): number[] {
  const numbers: number[] = [];
  for (const name of rollupTableNames) {
    const column = slicedBy[name];
    const shape: Shape = rollupTables[name];
    if (column !== undefined) visit(shape, tables[name], (row) => numbers.push(row[column] ?? 0));
  }
  const sorted = Uint32Array.from(numbers).sort();
  const borders = Array.from(
    { length: parts - 1 },
    (_, part) => sorted[Math.floor(((part + 1) * sorted.length) / parts)] ?? 0,
  );
  return [...new Set([first, ...borders.filter((border) => border > first)])];
}
