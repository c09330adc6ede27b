import type { Interval } from '@copydesk/contract';
import { hourMilliseconds } from '../../store/calendar.ts';
import { floor, isEmpty, monthOfDay } from './range.ts';
import type { Span } from './range.ts';
import { zoneOf } from './zone.ts';
import type { Zone } from './zone.ts';

/** Consecutive hours, days, weeks or months. */
export interface Buckets {
  /** The first hour of each, since 1970; a fraction where the days of a time zone begin within an hour. */
  starts: number[];
  /** The first hour after the last one. */
  end: number;
  /** Whether the range continues after them. */
  hasMore: boolean;
}

/**
 * Returns one page of the buckets that overlap a range.
 * @param span - in milliseconds, with both bounds.
 */
export function bucketsOf(
  span: Span,
  interval: Interval,
  { offset, limit, timeZone }: { offset: number; limit: number; timeZone?: string },
): Buckets {
  const buckets: Buckets = { starts: [], end: 0, hasMore: false };
  if (isEmpty(span)) return buckets;
  const startAt = startsOf(span.from, interval, timeZone === undefined ? undefined : zoneOf(timeZone));
  for (let place = offset; ; place += 1) {
    const start = startAt(place);
    // Months beyond the last possible date are NaN.
    buckets.end = Number.isNaN(start) ? Infinity : start;
    buckets.hasMore = buckets.end * hourMilliseconds < span.to;
    if (!buckets.hasMore || buckets.starts.length === limit) return buckets;
    buckets.starts.push(start);
  }
}

/** Returns the index of the bucket that an hour is in. */
export function placeOf({ starts }: Buckets, hour: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= hour) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Returns a function that gives the first hour of the n-th bucket from a moment on. Hours are the same in every time
 * zone.
 */
function startsOf(from: number, interval: Interval, zone: Zone | undefined): (place: number) => number {
  if (zone === undefined || interval === 'hour') {
    const first = bucketOf(Math.floor(from / hourMilliseconds), interval);
    return (place) => bucketAfter(first, place, interval);
  }
  const first = bucketOf(zone.dayAt(from) * 24, interval);
  return (place) => zone.startOfDay(bucketAfter(first, place, interval) / 24) / hourMilliseconds;
}

/** Weeks begin on Monday; the first day of 1970 was a Thursday. */
const monday = 4 * 24;

/** Returns the first hour of the bucket that an hour is in. */
function bucketOf(hour: number, interval: Interval): number {
  switch (interval) {
    case 'hour':
      return hour;
    case 'day':
      return floor(hour, 24);
    case 'week':
      return floor(hour - monday, 7 * 24) + monday;
    case 'month':
      return monthOfDay(Math.floor(hour / 24), 0) * 24;
  }
}

/** Returns the first hour of the bucket that is `count` buckets later. */
function bucketAfter(start: number, count: number, interval: Interval): number {
  switch (interval) {
    case 'hour':
      return start + count;
    case 'day':
      return start + count * 24;
    case 'week':
      return start + count * 7 * 24;
    case 'month':
      return monthOfDay(start / 24, count) * 24;
  }
}
