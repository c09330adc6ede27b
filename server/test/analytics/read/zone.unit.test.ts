import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketsOf } from '../../../src/analytics/read/time/buckets.ts';
import { zoneOf } from '../../../src/analytics/read/time/zone.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const day = 86_400_000;

describe('the first moment of a day', () => {
  test.each([
    ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z'],
    ['America/St_Johns', '2026-07-01', '2026-07-01T02:30:00.000Z'],
    // Daylight saving time skips midnight here.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('%s, %s', (name, date, start) => {
    expect(new Date(zoneOf(name).startOfDay(Date.parse(date) / day)).toISOString()).toBe(start);
  });

  test('is of that day, and what is before it is not, whatever the zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const days = fc.integer({ min: Date.parse('1995-01-01') / day, max: Date.parse('2037-01-01') / day });
    fc.assert(
      fc.property(zones, days, (name, number) => {
        const zone = zoneOf(name);
        const start = zone.startOfDay(number);
        // Islands have skipped a whole day to move to the other side of the date line.
        const isThere = zone.dayAt(start) === number;
        expect(isThere && zone.dayAt(start - 1) >= number).toBe(false);
        expect(zone.startOfDay(number + 1)).toBeGreaterThanOrEqual(start);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

test('days, weeks and months of a zone follow each other without a gap', () => {
  const span = { from: Date.parse('2026-03-27T23:00:00Z'), to: Date.parse('2026-04-02T22:00:00Z') };
  const startsOf = (interval: 'day' | 'week' | 'month' | 'hour') =>
    bucketsOf(span, interval, { offset: 0, limit: 3, timeZone: 'Europe/Berlin' }).starts.map((hour) =>
      new Date(hour * 3_600_000).toISOString().slice(0, 16),
    );
  expect(startsOf('day')).toEqual(['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00']);
  expect(startsOf('week')).toEqual(['2026-03-22T23:00', '2026-03-29T22:00']);
  expect(startsOf('month')).toEqual(['2026-02-28T23:00', '2026-03-31T22:00']);
  expect(startsOf('hour')).toEqual(['2026-03-27T23:00', '2026-03-28T00:00', '2026-03-28T01:00']);
});

test.each([Number.MAX_SAFE_INTEGER, 1e7, -1e7])('an offset beyond all dates ends (%d)', (offset) => {
  const span = { from: Date.parse('2026-03-27'), to: Date.parse('2026-04-02') };
  for (const interval of ['day', 'week', 'month'] as const) {
    const { starts } = bucketsOf(span, interval, { offset: Math.max(0, offset), limit: 3, timeZone: 'Asia/Tokyo' });
    expect(starts.length).toBeLessThanOrEqual(3);
  }
});
