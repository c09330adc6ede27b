import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pauseAfter, pausesSeconds } from '../../src/webhooks/schedule.ts';

test('there are ten attempts, with the pauses of Standard Webhooks', () => {
  const hour = 3_600;
  const pauses = pausesSeconds.map((_, index) => pauseAfter(index + 1, undefined, 0));
  expect(pauses).toEqual([5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour, undefined]);
});

test('the random part adds up to a tenth, and never shortens a pause', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, chance) => {
        const [least = 0, pause = 0] = [pausesSeconds[attempt], pauseAfter(attempt, undefined, chance)];
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(least * 1.1);
      },
    ),
  );
});

test('a receiver may ask for a longer pause, up to a day, and not for a shorter one', () => {
  expect(pauseAfter(1, 60, 0)).toBe(60);
  expect(pauseAfter(2, 60, 0)).toBe(300);
  expect(pauseAfter(1, 1e9, 0)).toBe(86_400);
  expect(pauseAfter(10, 60, 0)).toBeUndefined();
});
