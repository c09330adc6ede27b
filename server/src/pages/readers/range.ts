import type { Interval } from '@copydesk/contract';
import { readDateTime } from '@copydesk/contract';
import { zoneOf } from '../../analytics/read/time/zone.ts';
import type { ReadersQuery } from './query.ts';

/** A range of days in a time zone, and the range before that it is compared with. */
export interface DayRange {
  /** Half open, as in the API. An absent bound means no limit. */
  dateFrom?: Date;
  dateTo?: Date;
  /** The range before, as long as the elapsed part of this one; absent where there is none. */
  previous: { dateFrom: Date; dateTo: Date } | undefined;
  /** The number of days; undefined without a bound. */
  days: number | undefined;
}

const dayMilliseconds = 86_400_000;

/** How many days a preset covers, including today. */
const daysOfPreset = { today: 1, '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const;

/** Returns the range that an address names. */
export function rangeOf({ range, from, to, timeZone }: ReadersQuery, now: Date): DayRange {
  if (range === 'all') return { previous: undefined, days: undefined };
  const zone = zoneOf(timeZone);
  const today = zone.dayAt(now.getTime());
  const [first, last] = range === 'custom' ? [dayOf(from), dayOf(to)] : [today - daysOfPreset[range] + 1, today];
  const dateFrom = first === undefined ? undefined : new Date(zone.startOfDay(first));
  const dateTo = last === undefined ? undefined : new Date(zone.startOfDay(last + 1));
  if (first === undefined || last === undefined || dateFrom === undefined || dateTo === undefined) {
    return { dateFrom, dateTo, previous: undefined, days: undefined };
  }
  const days = last - first + 1;
  const start = new Date(zone.startOfDay(first - days));
  return { dateFrom, dateTo, previous: previousOf({ dateFrom, dateTo }, start, now), days };
}

/** A range that has not ended is compared with an equally long part of the range before, to the minute. */
function previousOf({ dateFrom, dateTo }: { dateFrom: Date; dateTo: Date }, start: Date, now: Date) {
  const minute = 60_000;
  const reached = Math.floor(now.getTime() / minute) * minute;
  if (reached >= dateTo.getTime()) return { dateFrom: start, dateTo: dateFrom };
  if (reached <= dateFrom.getTime()) return undefined;
  return { dateFrom: start, dateTo: new Date(start.getTime() + reached - dateFrom.getTime()) };
}

function dayOf(date: string | undefined): number | undefined {
  const at = date === undefined ? undefined : readDateTime(date);
  return at && Math.floor(at.getTime() / dayMilliseconds);
}

/** Returns the default interval of a range, which gives about 20 to 100 points. */
export function intervalOf(days: number, perPage: boolean): Interval {
  if (days <= 2 && !perPage) return 'hour';
  if (days <= 92) return 'day';
  return days <= 732 ? 'week' : 'month';
}

/** Returns the interval of the small trends of a range: single hours would be too many. */
export function trendIntervalOf({ days }: DayRange): Exclude<Interval, 'hour'> {
  const interval = intervalOf(days ?? Infinity, true);
  return interval === 'hour' ? 'day' : interval;
}

/**
 * Returns for each time of a series without gaps whether it is over, and wholly within the range. A time ends where the
 * next begins; only for the last one is the end looked up in its time zone, which takes a hundredth of a millisecond.
 *
 * @param timeZone of the days of the series.
 */
export function wholeTimes(
  starts: readonly Date[],
  { interval, timeZone }: { interval: Interval; timeZone: string },
  { dateFrom, dateTo }: Pick<DayRange, 'dateFrom' | 'dateTo'>,
  now: Date,
): boolean[] {
  const from = dateFrom?.getTime() ?? -Infinity;
  const until = Math.min(now.getTime(), dateTo?.getTime() ?? Infinity);
  return starts.map((start, place) => {
    const end = starts[place + 1]?.getTime() ?? endOf(start, interval, timeZone);
    return start.getTime() >= from && end <= until;
  });
}

const hourMilliseconds = 3_600_000;

function endOf(start: Date, interval: Interval, timeZone: string): number {
  if (interval === 'hour') return start.getTime() + hourMilliseconds;
  const zone = zoneOf(timeZone);
  const first = zone.dayAt(start.getTime());
  const date = new Date(first * dayMilliseconds);
  const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMilliseconds;
  return zone.startOfDay({ day: first + 1, week: first + 7, month: nextMonth }[interval]);
}
