import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitEntries } from '../../../src/analytics/store/fold/journal.ts';
import { add, condense, pack, unpack, visit } from '../../../src/analytics/store/fold/packed.ts';
import type { Rows, Shape } from '../../../src/analytics/store/fold/packed.ts';
import { journalTable } from '../../../src/analytics/store/tables.ts';

const shapes: Shape[] = [
  { keys: 1, values: 2 },
  { keys: 2, values: 1 },
  { keys: 4, values: 2, greatest: [1] },
];

/** Rows of a shape, with keys that are often equal and values that often cancel each other. */
function rowsOf({ keys, values, greatest = [] }: Shape): fc.Arbitrary<Rows> {
  const key = fc.oneof(fc.nat(3), fc.nat(2 ** 31 - 1));
  const sum = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }));
  const columns = [
    ...Array.from({ length: keys }, () => key),
    ...Array.from({ length: values }, (_, column) => (greatest.includes(column) ? fc.nat() : sum)),
  ];
  return fc.array(fc.tuple(...columns), { maxLength: 40 }).map((rows) => rows.flat());
}

/** Computes the same with a map, with the keys' text as its key. */
function byHand({ keys, values, greatest = [] }: Shape, rows: Rows): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let start = 0; start < rows.length; start += keys + values) {
    const key = rows.slice(start, start + keys).join();
    const added = rows.slice(start + keys, start + keys + values);
    const before = found.get(key);
    const together = added.map((value, column) =>
      greatest.includes(column) ? Math.max(value, before?.[column] ?? 0) : value + (before?.[column] ?? 0),
    );
    found.set(key, together);
  }
  for (const [key, row] of found) {
    if (row.every((value, column) => value === 0 || greatest.includes(column))) found.delete(key);
  }
  return found;
}

test.each(shapes)('unpacking %o gives back the packed rows, each key once and in order', (shape) => {
  fc.assert(
    fc.property(rowsOf(shape), (rows) => {
      const condensed = condense(shape, rows);
      expect(unpack(shape, [pack(shape, condensed)])).toEqual(condensed);
      expect(byHand(shape, condensed)).toEqual(byHand(shape, rows));
      const keys: number[][] = [];
      visit(shape, pack(shape, condensed), (row) => keys.push(row.slice(0, shape.keys)));
      expect(keys).toEqual(keys.toSorted(compare));
      expect(new Set(keys.map(String)).size).toBe(keys.length);
    }),
  );
});

test.each(shapes)('adding to a packed table of %o is the same as packing all', (shape) => {
  fc.assert(
    fc.property(rowsOf(shape), rowsOf(shape), (before, after) => {
      const added = add(shape, pack(shape, condense(shape, before)), condense(shape, after));
      // A row that vanished no longer has a greatest value; the packed table need not keep one.
      const expected = byHand(shape, [...condense(shape, before), ...condense(shape, after)]);
      expect(byHand(shape, unpack(shape, [added]))).toEqual(expected);
    }),
  );
});

test('a page and its two counts take about four bytes', () => {
  const shape = { keys: 1, values: 2 };
  const rows = Array.from({ length: 10_000 }, (_, page) => [page, page % 60, page % 20]).flat();
  expect(pack(shape, condense(shape, rows)).length).toBeLessThan(40_000);
});

function compare(left: number[], right: number[]): number {
  for (const [column, value] of left.entries()) {
    if (value !== right[column]) return value - (right[column] ?? 0);
  }
  return 0;
}

test('the reader of a journal visits the same rows as the reader of all shapes', () => {
  const row = fc.tuple(
    fc.oneof(fc.nat(3), fc.nat(500_000)),
    fc.oneof(fc.nat(3), fc.nat(1_000_000)),
    ...Array.from({ length: 3 }, () => fc.nat(3)),
    fc.nat(1),
    ...Array.from({ length: 3 }, () => fc.nat(300)),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const table = pack(journalTable, condense(journalTable, rows.flat()));
      const visited: Rows = [];
      visitEntries(table, ({ hour, page, kind, surface, verification, found, referrer, views, lastSecond }) => {
        const numbers = [surface, verification, found ? 1 : 0, referrer === null ? 0 : referrer + 1];
        visited.push(hour, page, kind, ...numbers, views, lastSecond);
      });
      expect(visited).toEqual(unpack(journalTable, [table]));
    }),
  );
});
