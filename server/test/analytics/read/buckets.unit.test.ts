import { expect, test } from 'vitest';
import type { Interval } from '@copydesk/contract';
import { bucketsOf, placeOf } from '../../../src/analytics/read/time/buckets.ts';

const hour = 3_600_000;
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });

function startsOf(from: string, to: string, interval: Interval, rows = { offset: 0, limit: 4 }) {
  const { starts, hasMore } = bucketsOf(span(from, to), interval, rows);
  return { starts: starts.map((start) => new Date(start * hour).toISOString().slice(0, 13)), hasMore };
}

test.each([
  ['hour', ['2026-01-31T22', '2026-01-31T23', '2026-02-01T00', '2026-02-01T01'], true],
  ['day', ['2026-01-31T00', '2026-02-01T00', '2026-02-02T00', '2026-02-03T00'], true],
  ['week', ['2026-01-26T00', '2026-02-02T00', '2026-02-09T00', '2026-02-16T00'], true],
  ['month', ['2026-01-01T00', '2026-02-01T00', '2026-03-01T00'], false],
] as const)('each %s that the range touches', (interval, starts, hasMore) => {
  expect(startsOf('2026-01-31T22:30:00Z', '2026-03-01T00:00:00.001Z', interval)).toEqual({ starts, hasMore });
});

test('the end of the range is not in it', () => {
  expect(startsOf('2026-01-31', '2026-02-01', 'day')).toEqual({ starts: ['2026-01-31T00'], hasMore: false });
});

test('an empty range has none', () => {
  expect(startsOf('2026-01-31', '2026-01-31', 'day')).toEqual({ starts: [], hasMore: false });
});

const page = (offset: number) => startsOf('2026-01-01', '2026-01-08', 'day', { offset, limit: 4 });

test('a page begins at its offset, however far behind the end', () => {
  expect(page(4)).toEqual({ starts: ['2026-01-05T00', '2026-01-06T00', '2026-01-07T00'], hasMore: false });
  expect(page(3).hasMore).toBe(false);
  expect(page(2).hasMore).toBe(true);
  for (const interval of ['hour', 'day', 'week', 'month'] as const) {
    const far = { offset: Number.MAX_SAFE_INTEGER, limit: 4 };
    expect(startsOf('2026-01-01', '2026-01-08', interval, far)).toEqual({ starts: [], hasMore: false });
    const { end } = bucketsOf(span('2026-01-01', '2026-01-08'), interval, far);
    expect(end * hour).toBeGreaterThanOrEqual(Date.parse('2026-01-08'));
  }
});

test('an hour is in the last bucket that begins with it or before', () => {
  const buckets = bucketsOf(span('2026-01-01', '2026-05-01'), 'month', { offset: 0, limit: 250 });
  const place = (text: string) => placeOf(buckets, Date.parse(text) / hour);
  expect(place('2026-01-01T00:00:00Z')).toBe(0);
  expect(place('2026-01-31T23:00:00Z')).toBe(0);
  expect(place('2026-02-01T00:00:00Z')).toBe(1);
  expect(place('2026-04-30T23:00:00Z')).toBe(3);
});
