import { expect, test } from 'vitest';
import { faultOfTimes, nextTime, timesBetween } from '../../src/automations/cron.ts';

const now = new Date('2026-01-01T00:00:00Z');

function timesFrom(cron: string, timeZone: string, from: string, count: number): string[] {
  const start = new Date(from);
  const end = new Date(start.getTime() + 30 * 86_400_000);
  return timesBetween({ cron, timeZone }, start, end, count).map((time) => time.toISOString());
}

test('a time in the hour that daylight saving skips runs once, at the end of that hour', () => {
  expect(timesFrom('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  expect(timesFrom('30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2)).toEqual([
    '2026-03-08T07:00:00.000Z',
    '2026-03-09T06:30:00.000Z',
  ]);
});

test('a time in the hour that the end of daylight saving repeats runs once, in the first of the two hours', () => {
  expect(timesFrom('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
  // Lord Howe changes its clock by half an hour.
  expect(timesFrom('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', 2)).toEqual([
    '2026-04-04T14:45:00.000Z',
    '2026-04-05T15:15:00.000Z',
  ]);
});

test('times every hour come in each hour that there is', () => {
  expect(timesFrom('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 4)).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T02:00:00.000Z',
    '2026-10-25T03:00:00.000Z',
  ]);
});

test.each([
  ['0 6 * * 1', 'UTC'],
  ['@daily', 'Asia/Kathmandu'],
  ['*/15 * * * *', 'UTC'],
  ['0 9 * * MON-FRI', 'America/Lima'],
  ['0 0 L * *', 'UTC'],
])('%s in %s is taken', (cron, timeZone) => {
  expect(faultOfTimes({ cron, timeZone }, now)).toBeUndefined();
  expect(nextTime({ cron, timeZone }, now)?.getTime()).toBeGreaterThan(now.getTime());
});

test.each([
  ['99 * * * *', 'UTC', 'cron', 'five fields'],
  ['* * * * * *', 'UTC', 'cron', 'five fields'],
  ['every day', 'UTC', 'cron', 'five fields'],
  ['0 0 30 2 *', 'UTC', 'cron', 'never matches a time'],
  ['*/14 * * * *', 'UTC', 'cron', 'at least 15 minutes'],
  ['0,5 3 * * 6', 'UTC', 'cron', 'at least 15 minutes'],
  ['0 6 * * 1', 'Mars/Olympus', 'timeZone', 'IANA'],
])('%s in %s is refused', (cron, timeZone, field, words) => {
  expect(faultOfTimes({ cron, timeZone }, now)).toEqual({ field, detail: expect.stringContaining(words) });
});
