import { isCopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { reportedDays } from '../../src/reports/periods.ts';

const now = new Date('2026-11-25T12:00:00Z');

const text = (at: number) => new Date(at).toISOString().slice(0, 10);
const weekday = (date: string) => new Date(date).getUTCDay();

function asked(period: 'week' | 'month', date?: string) {
  const { from, to, before, ...rest } = reportedDays({ period, date: date ? new Date(date) : undefined }, now);
  return { ...rest, from: text(from), to: text(to), before: [text(before.from), text(before.to)] };
}

test('without a date the report covers the last complete week or month', () => {
  expect(asked('week')).toEqual({
    period: 'week',
    isComplete: true,
    from: '2026-11-16',
    to: '2026-11-23',
    before: ['2026-11-09', '2026-11-16'],
  });
  expect(asked('month')).toMatchObject({ from: '2026-10-01', to: '2026-11-01', isComplete: true });
});

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22T23:59:59Z', '2026-11-16'],
  ['2026-11-23T00:30:00+01:00', '2026-11-16'],
  ['2026-01-01', '2025-12-29'],
  ['2024-02-29', '2024-02-26'],
])('the week of %s begins on Monday, %s', (date, monday) => {
  expect(asked('week', date)).toMatchObject({ from: monday, isComplete: true });
});

test.each([
  ['2024-02-29', '2024-02-01', '2024-03-01', ['2023-12-28', '2024-01-26']],
  ['2025-12-31', '2025-12-01', '2026-01-01', ['2025-10-27', '2025-11-27']],
])('the month of %s is compared with as many days before, the same days of the week', (date, from, to, before) => {
  const month = asked('month', date);
  expect(month).toMatchObject({ from, to, before });
  expect(month.before.map(weekday)).toEqual([weekday(from), weekday(to)]);
});

test('a current period covers the whole days so far', () => {
  expect(asked('week', '2026-11-25')).toMatchObject({
    isComplete: false,
    from: '2026-11-23',
    to: '2026-11-25',
    before: ['2026-11-16', '2026-11-18'],
  });
  expect(asked('month', '2026-11-30')).toMatchObject({ isComplete: false, from: '2026-11-01', to: '2026-11-25' });
});

test('a current period covers nothing on its first day', () => {
  const { from, to, before } = reportedDays(
    { period: 'week', date: new Date('2026-11-29') },
    new Date('2026-11-23T10:00:00Z'),
  );
  expect([to - from, before.to - before.from]).toEqual([0, 0]);
});

test('a period that has not begun is refused', () => {
  expect(() => asked('month', '2026-12-31')).toThrow('that has begun');
  expect(() => asked('week', '2026-11-30')).toThrow(
    expect.toSatisfy((error: unknown) => isCopydeskError(error, 'invalid_request')),
  );
});
