import { expect, test } from 'vitest';
import { isSuspected, mostClaims, pauseAfterInterruptions } from '../../../src/jobs/claim/interruptions.ts';

test('a job without progress runs alone from its third claim on, five times', () => {
  expect([1, 2, 3].map((attempts) => isSuspected({ attempts }))).toEqual([false, false, true]);
  expect(mostClaims).toBe(7);
});

test('the delay is 1 second after the second interruption, doubles each time, and is at most a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(pauseAfterInterruptions)).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
});
