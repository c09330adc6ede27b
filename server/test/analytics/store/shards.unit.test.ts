import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { earlierShardsOf, placeArrival, shardOf } from '../../../src/analytics/store/shards/shards.ts';
import { arrivalOf, viewOf } from '../support/views.ts';

const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
const hexOf = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

test.each([
  { ids: 'at random', idOf: () => randomUUID() },
  { ids: 'that count up at the end', idOf: (n: number) => uuid(hexOf(n, 32)) },
  { ids: 'that count up at the beginning', idOf: (n: number) => uuid(hexOf(n, 8).padEnd(32, '0')) },
  {
    ids: 'of version 7, a millisecond apart',
    idOf: (n: number) =>
      uuid(`${hexOf(1_763_000_000_000 + n, 12)}7${createHash('sha256').update(String(n)).digest('hex')}`),
  },
  { ids: 'of hashes', idOf: (n: number) => uuid(createHash('sha256').update(String(n)).digest('hex')) },
])('every shard gets its share of ids $ids', ({ idOf }) => {
  for (const count of [2, 3, 4, 8]) {
    const shards = { numbers: Array.from({ length: count }, (_, number) => number), earlier: [] };
    const found = shards.numbers.map(() => 0);
    for (let n = 0; n < 20_000; n += 1) {
      const shard = shardOf(shards, idOf(n));
      found[shard] = (found[shard] ?? 0) + 1;
    }
    const share = 20_000 / count;
    for (const views of found) expect(Math.abs(views - share) / share).toBeLessThan(0.1);
  }
});

test('an id is looked up in its earlier shards while ids are remembered', () => {
  const shards = {
    numbers: [7, 20, 21, 22],
    earlier: [
      { count: 1, until: 1_000 },
      { count: 3, until: 2_000 },
    ],
  };
  for (let n = 0; n < 50; n += 1) {
    const id = randomUUID();
    const now = shardOf(shards, id);
    const before = shardOf(shards, id, 3);
    expect(earlierShardsOf(shards, id, 2_001)).toEqual([]);
    expect(earlierShardsOf(shards, id, 1_500)).toEqual(before === now ? [] : [before]);
    expect(new Set([now, ...earlierShardsOf(shards, id, 500)])).toEqual(new Set([now, before, 7]));
  }
});

test('arrivals are divided by the shards of their views, and drops are counted once', () => {
  const shards = { numbers: [7, 20, 21], earlier: [] };
  const views = Array.from({ length: 60 }, () => viewOf());
  const parts = placeArrival(arrivalOf(7, views, { dropped: { future: 3 } }), shards);
  expect(new Set(parts.map(({ shard }) => shard))).toEqual(new Set([7, 20, 21]));
  for (const part of parts) for (const { id } of part.views) expect(shardOf(shards, id)).toBe(part.shard);
  expect(parts.flatMap((part) => part.views.map(({ id }) => id)).sort()).toEqual(views.map(({ id }) => id).sort());
  expect(parts.map(({ dropped }) => dropped).filter((dropped) => 'future' in dropped)).toHaveLength(1);
});

test.each([
  { what: 'a piece of a log', rest: { ledger: { fingerprint: Buffer.alloc(1), file: 'a', position: 1, lines: 1 } } },
  { what: 'an import', rest: { import: { number: 1, lines: 1 } } },
  { what: 'nothing but what was dropped', rest: { dropped: { future: 1 }, views: [] } },
])('$what is not split, and goes to the first shard', ({ rest }) => {
  const views = Array.from({ length: 60 }, () => viewOf());
  const parts = placeArrival({ ...arrivalOf(7, views), ...rest }, { numbers: [7, 20, 21], earlier: [] });
  expect(parts.map(({ shard }) => shard)).toEqual([7]);
});
