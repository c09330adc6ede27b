import type { AgentsQuery } from '@copydesk/contract';
import { dayMilliseconds, hourMilliseconds } from '../../store/calendar.ts';
import { bucketsOf, placeOf } from './buckets.ts';
import type { Buckets } from './buckets.ts';
import type { Span } from './range.ts';

/** The maximum number of days, weeks or months in a trend: as many as a page of a time series has. */
const mostBuckets = 250;

type TrendInterval = NonNullable<AgentsQuery['interval']>;

/** The longest possible length of each, in days. */
const days: Record<TrendInterval, number> = { day: 1, week: 7, month: 31 };

/** Views by kind and day, week or month. A range with too many of them is cut to the latest. */
export class Trend {
  private readonly buckets: Buckets;
  private readonly counts = new Map<number, number[]>();
  private last = { hour: Number.NaN, place: -1 };

  constructor(span: Span, interval: TrendInterval) {
    // Only as many as may be needed: a range may span thousands of years.
    const from = Math.max(span.from, span.to - mostBuckets * days[interval] * dayMilliseconds);
    const all = bucketsOf({ from, to: span.to }, interval, { offset: 0, limit: 2 * mostBuckets });
    this.buckets = { ...all, starts: all.starts.slice(-mostBuckets) };
  }

  get starts(): string[] {
    return this.buckets.starts.map((hour) => new Date(hour * hourMilliseconds).toISOString());
  }

  /** @param hour - since 1970. */
  add(kind: number, hour: number, views: number): void {
    const [first = Infinity] = this.buckets.starts;
    if (hour !== this.last.hour) this.last = { hour, place: hour < first ? -1 : placeOf(this.buckets, hour) };
    const { place } = this.last;
    if (place === -1) return;
    const counts = this.of(kind);
    this.counts.set(kind, counts);
    counts[place] = (counts[place] ?? 0) + views;
  }

  of(kind: number): number[] {
    return this.counts.get(kind) ?? this.buckets.starts.map(() => 0);
  }
}
