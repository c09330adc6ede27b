import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addHours, addKinds, addPages, visitSite } from '../../../src/analytics/read/counts/unpack.ts';
import { condense, pack, unpack } from '../../../src/analytics/store/fold/packed.ts';
import type { Rows, Shape } from '../../../src/analytics/store/fold/packed.ts';
import { rollupTables } from '../../../src/analytics/store/tables.ts';

const size = 400;
const counts = [
  fc.constantFrom(0, 1, 2, 63, 64, 8_191, 8_192, 2 ** 31, 2 ** 45),
  fc.constantFrom(0, 1, -1, 5, -64, 127),
];

/** Random condensed rows of a shape, whose keys are below the given ones. */
function rowsOf(shape: Shape, keys: readonly number[]): fc.Arbitrary<Rows> {
  const columns = [...keys.map((key) => fc.nat(key - 1)), ...counts.slice(0, shape.values)];
  return fc.array(fc.tuple(...columns), { maxLength: 80 }).map((rows) => condense(shape, rows.flat()));
}

const emptySums = () => new Float64Array(size);

test('pages are added up as the codec packed them', () => {
  fc.assert(
    fc.property(rowsOf(rollupTables.pages, [size]), (rows) => {
      const [human, ai, expectedHuman, expectedAi] = [emptySums(), emptySums(), emptySums(), emptySums()];
      const table = pack(rollupTables.pages, rows);
      for (let twice = 0; twice < 2; twice += 1) addPages(table, human, ai);
      for (let start = 0; start < rows.length; start += 3) {
        expectedHuman[rows[start] ?? 0] = 2 * (rows[start + 1] ?? 0);
        expectedAi[rows[start] ?? 0] = 2 * (rows[start + 2] ?? 0);
      }
      expect([human, ai]).toEqual([expectedHuman, expectedAi]);
    }),
  );
});

test('only the requested hours of a day are added up', () => {
  fc.assert(
    fc.property(rowsOf(rollupTables.hours, [24, size]), fc.nat(24), fc.nat(24), (rows, from, to) => {
      const [human, ai, expectedHuman, expectedAi] = [emptySums(), emptySums(), emptySums(), emptySums()];
      addHours(pack(rollupTables.hours, rows), { from, to }, human, ai);
      for (let start = 0; start < rows.length; start += 4) {
        const [hour = 0, page = 0, people = 0, agents = 0] = rows.slice(start, start + 4);
        if (hour < from || hour >= to) continue;
        expectedHuman[page] = (expectedHuman[page] ?? 0) + people;
        expectedAi[page] = (expectedAi[page] ?? 0) + agents;
      }
      expect([human, ai]).toEqual([expectedHuman, expectedAi]);
    }),
  );
});

test('only the requested kinds are added up', () => {
  fc.assert(
    fc.property(rowsOf(rollupTables.kinds, [9, size]), fc.array(fc.boolean(), { minLength: 9 }), (rows, wanted) => {
      const [sums, expected] = [emptySums(), emptySums()];
      addKinds(pack(rollupTables.kinds, rows), (kind) => (wanted[kind] === true ? sums : undefined));
      for (let start = 0; start < rows.length; start += 3) {
        const [kind = 0, page = 0, views = 0] = rows.slice(start, start + 3);
        if (wanted[kind] === true) expected[page] = (expected[page] ?? 0) + views;
      }
      expect(sums).toEqual(expected);
    }),
  );
});

test('the whole site is visited row by row', () => {
  fc.assert(
    fc.property(rowsOf(rollupTables.site, [24, 5, 3, 5]), (rows) => {
      const table = pack(rollupTables.site, rows);
      const visited: Rows = [];
      visitSite(table, ({ hour, kind, surface, verification, views, lastSecond }) =>
        visited.push(hour, kind, surface, verification, views, lastSecond),
      );
      expect(visited).toEqual(unpack(rollupTables.site, [table]));
    }),
  );
});
