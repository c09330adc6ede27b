import { dayMilliseconds } from '../store/calendar.ts';
import type { Span } from '../read/time/range.ts';

/** Converts the bounds of a range to the form that the API returns. */
export function rangeText({ from, to }: Span): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Ranges before and after a moment, in milliseconds since 1970. */
export interface EffectRanges {
  before: Span;
  after: Span;
  /** The number of days in each range. */
  days: number;
}

/**
 * Returns the whole days (UTC) after the day of the moment, as far as they have ended, and as many days before it with
 * the same days of the week. Ranges of whole weeks end right before that day. Ranges of other lengths lie as many weeks
 * earlier as needed to keep the day of the moment out of both.
 */
export function rangesAround(moment: number, days: number, now: number): EffectRanges {
  const day = Math.floor(moment / dayMilliseconds);
  const over = Math.max(0, Math.floor(now / dayMilliseconds) - (day + 1));
  const counted = Math.min(days, over);
  const earlier = counted % 7 === 0 ? counted + 1 : Math.ceil((counted + 1) / 7) * 7;
  const rangeFrom = (first: number): Span => ({
    from: first * dayMilliseconds,
    to: (first + counted) * dayMilliseconds,
  });
  return { before: rangeFrom(day + 1 - earlier), after: rangeFrom(day + 1), days: counted };
}
