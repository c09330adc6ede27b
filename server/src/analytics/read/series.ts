import type { Sources, TimeseriesResult } from '@copydesk/contract';
import { hourMilliseconds } from '../store/calendar.ts';
import type { ViewClass } from '../store/tables.ts';
import { placeOf } from './buckets.ts';
import type { Buckets } from './buckets.ts';
import { addSource, sourcesField } from './elsewhere.ts';
import type { KindFromElsewhere } from './elsewhere.ts';

/** Views by bucket and class. */
export class Series {
  private readonly buckets: Buckets;
  /** Counts come hour by hour: the place of the last one is often that of the next. */
  private last = { hour: Number.NaN, place: 0 };
  private readonly counts: Record<ViewClass, Float64Array>;
  /** What other products have counted of people and AI, by the place of the bucket. */
  private readonly sources = new Map<number, Sources>();

  constructor(buckets: Buckets) {
    const { length } = buckets.starts;
    this.buckets = buckets;
    this.counts = { human: new Float64Array(length), ai: new Float64Array(length), bot: new Float64Array(length) };
  }

  /** @param hour - since 1970: one of the bucket's. */
  add(hour: number, viewClass: ViewClass | undefined, views: number): void {
    if (viewClass === undefined) return;
    if (hour !== this.last.hour) this.last = { hour, place: placeOf(this.buckets, hour) };
    const { place } = this.last;
    const counts = this.counts[viewClass];
    counts[place] = (counts[place] ?? 0) + views;
  }

  /** Marks views that were added as another product's. @param hour - as that of {@link Series.add}. */
  mark(hour: number, kind: KindFromElsewhere, views: number): void {
    const place = placeOf(this.buckets, hour);
    const sources = this.sources.get(place) ?? {};
    this.sources.set(place, sources);
    addSource(sources, kind, views);
  }

  present(): TimeseriesResult['series'] {
    return this.buckets.starts.map((hour, place) => {
      const [human, ai, bots] = [this.at('human', place), this.at('ai', place), this.at('bot', place)];
      const start = new Date(hour * hourMilliseconds).toISOString();
      return { start, human, ai, total: human + ai, bots, ...sourcesField(this.sources.get(place) ?? {}) };
    });
  }

  private at(viewClass: ViewClass, place: number): number {
    return this.counts[viewClass][place] ?? 0;
  }
}
