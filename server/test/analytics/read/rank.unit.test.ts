import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBytes } from '../../../src/analytics/read/compare-bytes.ts';
import { candidatesOf, rowsOf } from '../../../src/analytics/read/page/rank.ts';

test('texts compare as their UTF-8 bytes do', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{E000}', '\u{FFFD}', '😀', '😁', '\u{10FFFF}') });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareBytes(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
});

test('a page of results equals that part of the whole list, although only candidates are named', () => {
  const views = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 65_533, max: 65_538 }));
  const pages = fc.array(fc.tuple(views, views), { maxLength: 60 });
  fc.assert(
    fc.property(pages, fc.nat(70), fc.integer({ min: 1, max: 20 }), (rows, offset, limit) => {
      const counts = {
        human: Float64Array.from(rows, ([human]) => human),
        ai: Float64Array.from(rows, ([, ai]) => ai),
        sources: new Map(),
      };
      const all = rows
        .map(([human, ai], page) => ({ path: `/${page}`, human, ai, total: human + ai }))
        .filter(({ total }) => total > 0)
        .sort((left, right) => right.total - left.total || (left.path < right.path ? -1 : 1));
      const page = { offset, limit };
      const candidates = candidatesOf(counts, page);
      const names = new Map(Array.from(candidates.pages, (number) => [number, `/${number}`]));
      expect(rowsOf(counts, candidates, names, page)).toEqual(all.slice(offset, offset + limit));
      expect(candidates.hasMore).toBe(all.length > offset + limit);
    }),
  );
});

test('pages before and after all requested rows are not looked up', () => {
  const counts = { human: Float64Array.from([9, 8, 7, 6, 5, 4]), ai: new Float64Array(6), sources: new Map() };
  expect(candidatesOf(counts, { offset: 2, limit: 2 })).toEqual({
    pages: Uint32Array.of(2, 3),
    most: 7,
    least: 6,
    before: 2,
    hasMore: true,
  });
});
