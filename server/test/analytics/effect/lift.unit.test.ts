import { describe, expect, test } from 'vitest';
import {
  estimateLift,
  comparisonPagesOf as othersOfCounts,
  studentQuantile,
} from '../../../src/analytics/effect/lift.ts';
import type { Pair } from '../../../src/analytics/effect/lift.ts';
import { Random } from '../support/random.ts';

const days = 14;

const othersOf = (pairs: readonly Pair[]) =>
  othersOfCounts(
    pairs.map(({ before }) => before),
    pairs.map(({ after }) => after),
    new Set(),
  );

/**
 * Returns a random number with this mean: by Knuth's method for small means, by the normal distribution for large ones.
 */
function poisson(random: Random, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let [count, product] = [0, random.fraction()];
  for (; product > limit; product *= random.fraction()) count += 1;
  return count;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
}

/**
 * A site whose pages follow Zipf's law, with a weekly rhythm, a trend, and days on which single pages are read more or
 * less.
 */
function siteOf(random: Random, { noise, trend }: { noise: number; trend: number }) {
  const rhythm = [1, 1.1, 1.05, 1, 0.9, 0.4, 0.35];
  return (rate: number, lift: number): Pair => {
    const half = (isAfter: boolean): number => {
      let sum = 0;
      for (let day = 0; day < days; day += 1) {
        const mean = rate * (rhythm[day % 7] ?? 1) * Math.exp(noise * normal(random) - noise ** 2 / 2);
        sum += poisson(random, mean * (isAfter ? (1 + trend) * (1 + lift) : 1));
      }
      return sum;
    };
    return { before: half(false), after: half(true) };
  };
}

describe.each([
  { lift: 0.3, rate: 20 },
  { lift: 0, rate: 20 },
  { lift: -0.3, rate: 20 },
  { lift: 0.3, rate: 3 },
  { lift: 0, rate: 3 },
  { lift: -0.3, rate: 3 },
])('pages with a true lift of $lift and $rate views a day', ({ lift, rate }) => {
  const runs = Array.from({ length: 300 }, (_, seed) => {
    const random = new Random(1_000 * seed + 7);
    const read = siteOf(random, { noise: 0.4, trend: [-0.4, 0, 0.6][seed % 3] ?? 0 });
    const others = othersOf(Array.from({ length: 400 }, (__, rank) => read((60 * rate) / (rank + 1) ** 0.9, 0)));
    return estimateLift(
      Array.from({ length: 1 + (seed % 5) }, () => read(rate, lift)),
      others,
    );
  });

  test('get an interval that contains the true lift, whatever happened to all pages', () => {
    const held = runs.filter((one) => one !== undefined && one.low <= lift && lift <= one.high).length;
    expect(runs.filter((one) => one === undefined)).toEqual([]);
    expect(held / runs.length).toBeGreaterThanOrEqual(0.97);
  });

  test('get a lift that is correct on average', () => {
    const mean = runs.reduce((sum, one) => sum + Math.log(1 + (one?.lift ?? 0)), 0) / runs.length;
    expect(Math.exp(mean) - 1).toBeCloseTo(lift, 1);
  });
});

test('few views and few pages prove nothing', () => {
  const others = othersOf(Array.from({ length: 50 }, () => ({ before: 20, after: 20 })));
  expect(estimateLift([{ before: 14, after: 15 }], others)).toBeUndefined();
  expect(estimateLift([{ before: 20, after: 60 }], others.slice(0, 7))).toBeUndefined();
  expect(estimateLift([{ before: 2_000, after: 60 }], others)).toBeUndefined();
  expect(estimateLift([{ before: 7, after: 60 }], others)).toBeUndefined();
  expect(estimateLift([], others)).toBeUndefined();
  expect(estimateLift([{ before: 40, after: 0 }], others)).toMatchObject({
    comparedWith: 50,
    lift: expect.any(Number),
  });
});

const many = (pair: Pair, count: number): Pair[] => Array.from({ length: count }, () => pair);

test.each([
  // 100 is 1.5 times 67, and 151 is 1.51 times 100; 60 is nearer to 100 than 150 is by difference, but farther by
  // ratio.
  { nearest: 'below', below: { before: 30, after: 37 }, above: { before: 40, after: 111 } },
  { nearest: 'above', below: { before: 12, after: 48 }, above: { before: 70, after: 80 } },
] as const)('of many pages, those that are nearest by ratio are compared, here $nearest', ({ nearest, ...sides }) => {
  const page = { before: 50, after: 50 };
  // Too few pages are as large as the page itself.
  const others = othersOf([...many(sides.below, 150), ...many(page, 100), ...many(sides.above, 150)]);
  const { before, after } = sides[nearest];
  const growth = Math.log((after + 0.5) / (before + 0.5)) / 2;
  const estimate = estimateLift([page], others);
  expect(estimate?.comparedWith).toBe(200);
  expect(estimate?.lift).toBeCloseTo(Math.expm1(-growth), 9);
});

test('Student’s distribution is that of the tables', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: critical values for 0.995.
  const tabled: [number, number][] = [
    [7, 3.499],
    [10, 3.169],
    [20, 2.845],
    [100, 2.626],
  ];
  for (const [degrees, value] of tabled) expect(studentQuantile(degrees) / value).toBeCloseTo(1, 2);
});
