import type { NumberedView } from './numbered-view.ts';
import type { PlacedArrival } from './shards/shards.ts';
import type { ViewSource } from '../classify/reader.ts';

/**
 * How many writer numbers exist, from 0. Two writers with the same number only wait for each other; the counts stay
 * correct.
 */
export const writers = 64;

/** The rows of `view_health` that counts are added to. */
export interface HealthKey {
  day: string;
  writer: number;
}

/** Counts of what arrived, for `view_health`, by shard and name. */
export class HealthCounts {
  private readonly counts = new Map<string, { shard: number; name: string; count: number }>();

  add(shard: number, name: string, count: number): void {
    if (count === 0) return;
    const key = `${shard} ${name}`;
    const found = this.counts.get(key);
    if (found === undefined) this.counts.set(key, { shard, name, count });
    else found.count += count;
  }

  /** Returns the rows in the order in which they are locked, so that two writers never deadlock. */
  rows(): { shard: number; name: string; count: number }[] {
    return [...this.counts.values()].sort(
      (left, right) => left.shard - right.shard || (left.name < right.name ? -1 : 1),
    );
  }
}

/** Returns what a group of arrivals adds. `fresh` are its views that had not been counted before. */
export function healthOf(
  arrivals: readonly PlacedArrival[],
  fresh: readonly NumberedView[],
  today: string,
): HealthCounts {
  const health = new HealthCounts();
  const accepted = Array.from<number>({ length: arrivals.length }).fill(0);
  const started = Date.parse(today);
  for (const view of fresh) {
    const arrival = arrivals[view.arrival];
    if (arrival === undefined) continue;
    accepted[view.arrival] = (accepted[view.arrival] ?? 0) + 1;
    // The views of a log are normally of earlier days.
    if (view.at < started && arrival.source !== 'import') health.add(view.shard, 'late', 1);
    if (view.isPerson && view.found) health.add(view.shard, `people:${sideOf(arrival.source)}`, 1);
  }
  for (const [place, { shard, views, dropped }] of arrivals.entries()) {
    health.add(shard, 'accepted', accepted[place] ?? 0);
    health.add(shard, 'duplicate', views.length - (accepted[place] ?? 0));
    for (const [reason, count] of Object.entries(dropped)) health.add(shard, `dropped:${reason}`, count);
  }
  return health;
}

/** A log is written by the server. */
function sideOf(source: ViewSource): 'browser' | 'server' {
  return source === 'browser' ? 'browser' : 'server';
}
