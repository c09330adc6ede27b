import { expect, test } from 'vitest';
import { seriesChart } from '../../../src/pages/chart/series-chart.ts';
import { wholeTimes } from '../../../src/pages/readers/range.ts';

/** Asks about a single time. */
const isWhole = (start: Date, ...more: Tail): boolean | undefined => wholeTimes([start], ...more)[0];
type Tail = Parameters<typeof wholeTimes> extends [unknown, ...infer Rest] ? Rest : never;

const now = new Date('2026-11-18T09:00:00Z');
const range = { dateFrom: new Date('2026-11-04T00:00:00Z'), dateTo: new Date('2026-11-19T00:00:00Z') };

test.each([
  ['today', 'day', '2026-11-18', false],
  ['yesterday', 'day', '2026-11-17', true],
  ['the hour that runs', 'hour', '2026-11-18T09:00:00', false],
  ['the hour before', 'hour', '2026-11-18T08:00:00', true],
  ['a week that begins before the range', 'week', '2026-11-02', false],
  ['the first whole week', 'week', '2026-11-09', true],
  ['the week that runs', 'week', '2026-11-16', false],
  ['the month that runs', 'month', '2026-11-01', false],
] as const)('%s is whole: %s of %s, %s', (_name, interval, start, whole) => {
  const at = new Date(start.includes('T') ? `${start}Z` : `${start}T00:00:00Z`);
  expect(isWhole(at, { interval, timeZone: 'UTC' }, range, now)).toBe(whole);
});

const days = { interval: 'day', timeZone: 'UTC' } as const;
const months = { interval: 'month', timeZone: 'UTC' } as const;

test.each([
  ['a February that is over', 'month', '2026-01-31T23:00Z', '2026-03-02T09:00Z', true],
  ['the March that runs', 'month', '2026-02-28T23:00Z', '2026-03-30T09:00Z', false],
  ['the day on which clocks go forward', 'day', '2026-03-28T23:00Z', '2026-06-01T09:00Z', true],
] as const)('in Berlin, %s is whole by its own clock', (_name, interval, start, at, whole) => {
  const dateTo = new Date('2026-03-29T22:00Z');
  const bounds = interval === 'day' ? { dateTo } : {};
  expect(isWhole(new Date(start), { interval, timeZone: 'Europe/Berlin' }, bounds, new Date(at))).toBe(whole);
});

test('a range that has ended has only whole days, and one without bounds lacks only the present one', () => {
  const ended = { dateFrom: new Date('2026-11-01T00:00:00Z'), dateTo: new Date('2026-11-08T00:00:00Z') };
  expect(isWhole(new Date('2026-11-07T00:00:00Z'), days, ended, now)).toBe(true);
  expect(isWhole(new Date('2026-10-01T00:00:00Z'), months, {}, now)).toBe(true);
  expect(isWhole(new Date('2026-11-01T00:00:00Z'), months, {}, now)).toBe(false);
});

test('of a series, only the first and the last times can be in part', () => {
  const starts = Array.from({ length: 15 }, (_, day) => new Date(Date.UTC(2026, 10, 4 + day)));
  expect(wholeTimes(starts, days, range, now)).toEqual([...Array.from({ length: 14 }, () => true), false]);
  const later = { ...range, dateFrom: new Date('2026-11-04T06:00:00Z') };
  expect(wholeTimes(starts, days, later, now)[0]).toBe(false);
});

const chart = (wholes: boolean[]): string =>
  seriesChart({
    id: 'x',
    title: 'Views by day',
    summary: '',
    unit: 'Day',
    points: wholes.map((whole, place) => ({
      label: `${place}`,
      name: `day ${place}`,
      human: 9,
      ai: 3,
      isWhole: whole,
    })),
  }).markup;

test('today is a dot beside the line, and said to be not over', () => {
  const drawn = chart([true, true, true, false]);
  // The line ends at the third of four days.
  expect(/class="people line" d="([^"]+)"/.exec(drawn.slice(drawn.indexOf('viewBox')))?.[1]).toMatch(/666\.7,[\d.]+$/);
  expect(drawn.match(/class="dot (people|ai)" cx="100\.00%"/g)).toHaveLength(2);
  expect(drawn).toContain('A dot marks an incomplete day');
  expect(drawn).toContain('day 3, incomplete');
  expect(chart([true, true])).not.toMatch(/class="dot|A dot marks|incomplete/);
});

test('a single whole day among others is a dot, since a line of one point cannot be seen', () => {
  expect(chart([true, false]).match(/class="dot people"/g)).toHaveLength(2);
  expect(chart([true])).not.toContain('class="dot');
});
