import { expect, test } from 'vitest';
import { finishedPeriods } from '../../src/reports/finished-periods.ts';

const named = (now: string) =>
  finishedPeriods(new Date(now)).map(({ period, from }) => `${period} ${new Date(from).toISOString().slice(0, 10)}`);

test('the weeks and months of twelve months are listed, the newest first', () => {
  const all = named('2026-11-25T12:00:00Z');
  expect(all.slice(0, 5)).toEqual([
    'week 2026-11-16',
    'week 2026-11-09',
    'week 2026-11-02',
    'week 2026-10-26',
    'month 2026-10-01',
  ]);
  expect(all.filter((one) => one.startsWith('month'))).toHaveLength(12);
  expect(all.findLast((one) => one.startsWith('month'))).toBe('month 2025-11-01');
  expect(all.at(-1)).toBe('week 2025-11-03');
});

test('a period is listed ten minutes after its end, when its views have arrived', () => {
  expect(named('2026-11-23T00:09:59Z')[0]).toBe('week 2026-11-09');
  expect(named('2026-11-23T00:10:00Z')[0]).toBe('week 2026-11-16');
});
