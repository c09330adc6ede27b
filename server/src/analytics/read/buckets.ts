import type { Interval } from '@copydesk/contract';
import { hourMilliseconds } from '../store/calendar.ts';
import { floor, isEmpty, monthOfDay } from './range.ts';
import type { Span } from './range.ts';

/** Hours, days, weeks or months that follow each other without a gap. */
export interface Buckets {
  /** Their first hours since 1970. */
  starts: number[];
  /** The first hour after the last one. */
  end: number;
  /** Whether the range goes on after them. */
  hasMore: boolean;
}

/**
 * A page of the buckets that a range touches.
 * @param span - in milliseconds, with both bounds.
 */
export function bucketsOf(
  span: Span,
  interval: Interval,
  { offset, limit }: { offset: number; limit: number },
): Buckets {
  const buckets: Buckets = { starts: [], end: 0, hasMore: false };
  if (isEmpty(span)) return buckets;
  const first = bucketOf(Math.floor(span.from / hourMilliseconds), interval);
  for (let place = offset; ; place += 1) {
    const start = bucketAfter(first, place, interval);
    // Months beyond the end of all dates are NaN.
    buckets.end = Number.isNaN(start) ? Infinity : start;
    buckets.hasMore = buckets.end * hourMilliseconds < span.to;
    if (!buckets.hasMore || buckets.starts.length === limit) return buckets;
    buckets.starts.push(start);
  }
}

/** The place of the bucket that an hour is in. */
export function placeOf({ starts }: Buckets, hour: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= hour) low = middle;
    else high = middle;
  }
  return low;
}

/** Weeks begin on Monday; the first day of 1970 was a Thursday. */
const monday = 4 * 24;

/** The first hour of the bucket that an hour is in. */
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

/** The first hour of the bucket that comes `count` after one. */
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
