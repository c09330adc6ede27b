import type { Sources, TimeseriesResult } from '@copydesk/contract';
import { hourMilliseconds } from '../../store/calendar.ts';
import type { ViewClass } from '../../store/tables.ts';
import { placeOf } from './buckets.ts';
import type { Buckets } from './buckets.ts';
import { addSource, sourcesField } from '../counts/elsewhere.ts';
import type { KindFromElsewhere } from '../counts/elsewhere.ts';

/** Views by bucket and class. */
export class Series {
  private readonly buckets: Buckets;
  /** Counts come hour by hour: the next one is often in the same bucket as the last. */
  private last = { hour: Number.NaN, place: 0 };
  private readonly counts: Record<ViewClass, Float64Array>;
  /** What other products have counted of people and AI, by bucket index. */
  private readonly sources = new Map<number, Sources>();

  constructor(buckets: Buckets) {
    const { length } = buckets.starts;
    this.buckets = buckets;
    this.counts = { human: new Float64Array(length), ai: new Float64Array(length), bot: new Float64Array(length) };
  }

  /** Adds views to a bucket. @param hour - since 1970: any hour within the bucket. */
  add(hour: number, viewClass: ViewClass | undefined, views: number): void {
    if (viewClass === undefined) return;
    if (hour !== this.last.hour) this.last = { hour, place: placeOf(this.buckets, hour) };
    const { place } = this.last;
    const counts = this.counts[viewClass];
    counts[place] = (counts[place] ?? 0) + views;
  }

  /** Records that some of the added views come from another product. @param hour - as in {@link Series.add}. */
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
