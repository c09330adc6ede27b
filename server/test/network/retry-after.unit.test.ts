import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../src/network/retry-after.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['0', 0],
  ['37', 37],
  [' 120 ', 120],
  ['1.2', 2],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30],
  ['Saturday, 21-Nov-26 12:00:30 GMT', 30],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['Sat, 21 Nov 2026 12:00:30', 30],
  ['2026-11-21T12:00:30Z', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['9999999999', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After: %s asks for %s seconds', (value, seconds) => {
  expect(parseRetryAfter(value, now)).toBe(seconds);
});
