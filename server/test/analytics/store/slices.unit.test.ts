import { expect, test } from 'vitest';
import { condense, pack, unpack } from '../../../src/analytics/store/fold/packed.ts';
import type { Rows } from '../../../src/analytics/store/fold/packed.ts';
import { emptyTables, mapTables, mergeSlices, sizeOf } from '../../../src/analytics/store/shards/slices.ts';
import type { PackedTables, Slice } from '../../../src/analytics/store/shards/slices.ts';
import { rollupTableNames, rollupTables } from '../../../src/analytics/store/tables.ts';
import type { RollupTable } from '../../../src/analytics/store/tables.ts';
import { Random } from '../support/random.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const infinity = Number.POSITIVE_INFINITY;
const greatest: Record<RollupTable, number[]> = {
  pages: [5_000],
  hours: [23, 5_000],
  kinds: [9, 5_000],
  site: [23, 9, 2, 3],
  missing: [9, 5_000],
  referrers: [300, 2],
  surfaces: [1, 2, 9, 5_000],
};

/** Some values subtract what others add; the time when a reader was last seen cannot be subtracted. */
function randomRows(random: Random, name: RollupTable): Rows {
  const { values } = rollupTables[name];
  return Array.from({ length: random.between(0, 200) }, () => [
    ...greatest[name].map((most) => random.between(0, most)),
    ...Array.from({ length: values }, () => random.between(name === 'site' ? 1 : -2, 50)),
  ]).flat();
}

const packed = (rows: Record<RollupTable, Rows>): PackedTables =>
  mapTables((name) => pack(rollupTables[name], condense(rollupTables[name], rows[name])));

test('slices hold the same as a single row, in any order of additions, within their size limit', () => {
  const random = new Random(7);
  let slices: Slice[] = [];
  const all = mapTables<Rows>(() => []);
  for (let round = 0; round < propertyRuns(60); round += 1) {
    const added = Array.from({ length: random.between(1, 3) }, () => {
      const rows = mapTables((name) => randomRows(random, name));
      for (const name of rollupTableNames) all[name].push(...rows[name]);
      return packed(rows);
    });
    slices = mergeInBatches(random, slices, added);
  }
  expect(slices.length).toBeGreaterThan(10);
  expect(slices.map(({ first }) => first)).toEqual(
    slices.map(({ first }) => first).sort((left, right) => left - right),
  );
  // The first slice also has the table of the site.
  for (const { tables } of slices.slice(1)) expect(sizeOf(tables)).toBeLessThanOrEqual(4_000);
  for (const name of rollupTableNames) {
    const rows = unpack(
      rollupTables[name],
      slices.map(({ tables }) => tables[name]),
    );
    expect(condense(rollupTables[name], rows)).toEqual(condense(rollupTables[name], all[name]));
  }
});

test('a row from before slices becomes a slice of all pages, and is split if it is too large', () => {
  const rows = Array.from({ length: 3_000 }, (_, page) => [page, 1, 0]).flat();
  const before: Slice = { first: 0, tables: { ...emptyTables(), pages: pack(rollupTables.pages, rows) } };
  const slices = mergeSlices({ slices: [before], added: [], end: infinity, mostBytes: 4_000 });
  expect(slices.length).toBeGreaterThan(3);
  expect(
    unpack(
      rollupTables.pages,
      slices.map(({ tables }) => tables.pages),
    ),
  ).toEqual(rows);
});

/** Merges some slices at a time, each batch with the rows of its own numbers. */
function mergeInBatches(random: Random, slices: readonly Slice[], added: PackedTables[]): Slice[] {
  if (slices.length === 0) return mergeSlices({ slices, added, end: infinity, mostBytes: 4_000 });
  const merged: Slice[] = [];
  for (let start = 0; start < slices.length;) {
    const batch = slices.slice(start, start + random.between(1, 4));
    start += batch.length;
    const end = slices[start]?.first ?? infinity;
    merged.push(...mergeSlices({ slices: batch, added, end, mostBytes: 4_000 }));
  }
  return merged;
}
