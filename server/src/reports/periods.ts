import { CopydeskError } from '@copydesk/contract';
import type { ReportPeriod, ReportQuery } from '@copydesk/contract';
import type { Span } from '../analytics/read/time/range.ts';
import { dayMilliseconds } from '../analytics/store/calendar.ts';

/** The part of a week or a month that is over: whole days in UTC. */
export interface ReportedDays extends Span {
  period: ReportPeriod;
  isComplete: boolean;
  /** The same number of days before, with the same days of the week. */
  before: Span;
}

/**
 * Returns the days of the requested week or month.
 * @throws CopydeskError `invalid_request` for one that has not begun.
 */
export function reportedDays({ period, date }: ReportQuery, now: Date): ReportedDays {
  const today = dayOf(now.getTime());
  const from =
    date === undefined ? firstBefore(period, firstOf(period, today)) : firstOf(period, dayOf(date.getTime()));
  if (from > today) throw notBegunError(period);
  const end = firstAfter(period, from);
  const to = Math.min(end, today);
  const days = (to - from) / dayMilliseconds;
  const shift = Math.ceil(days / 7) * 7 * dayMilliseconds;
  return { period, from, to, isComplete: to === end, before: { from: from - shift, to: to - shift } };
}

function dayOf(at: number): number {
  return Math.floor(at / dayMilliseconds) * dayMilliseconds;
}

/** Returns the first day of a day's week or month. */
function firstOf(period: ReportPeriod, day: number): number {
  const date = new Date(day);
  if (period === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return day - ((date.getUTCDay() + 6) % 7) * dayMilliseconds;
}

function firstBefore(period: ReportPeriod, first: number): number {
  return firstOf(period, first - dayMilliseconds);
}

function firstAfter(period: ReportPeriod, first: number): number {
  return firstOf(period, first + (period === 'week' ? 7 : 31) * dayMilliseconds);
}

function notBegunError(period: ReportPeriod): CopydeskError {
  const detail = `must be of a ${period} that has begun`;
  return new CopydeskError('invalid_request', `The date ${detail}.`, { errors: [{ parameter: 'date', detail }] });
}
