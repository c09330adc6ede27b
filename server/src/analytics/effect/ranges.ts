import { dayMilliseconds } from '../store/calendar.ts';
import type { Span } from '../read/range.ts';

/** The moments of a range, as the API answers them. */
export function rangeText({ from, to }: Span): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Ranges before and after a moment, in milliseconds since 1970. */
export interface EffectRanges {
  before: Span;
  after: Span;
  /** Of either range. */
  days: number;
}

/**
 * Whole days (UTC) after the one of the moment, as far as they are over, and as many before it with the same days of the week: weeks lie
 * right before, and other numbers of days so many weeks earlier that the day of the moment is in neither.
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
