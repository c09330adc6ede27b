import { expect, test } from 'vitest';
import { isSuspected, mostClaims, pauseAfterInterruptions } from '../../../src/jobs/claim/interruptions.ts';

test('a job runs alone from its third claim without progress on, five times', () => {
  expect([1, 2, 3].map((attempts) => isSuspected({ attempts }))).toEqual([false, false, true]);
  expect(mostClaims).toBe(7);
});

test('it waits for 1 second after the second interruption, twice as long each time, and a minute at most', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(pauseAfterInterruptions)).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
});
