import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import type { Random } from './random.ts';

/** Returns bounds as callers send them: open, equal, at midnight, at an hour, at a view, odd to the millisecond. */
export function randomRange(random: Random, views: readonly CountedView[]): { dateFrom?: Date; dateTo?: Date } {
  const [one, other] = [randomBound(random, views), randomBound(random, views)].sort((left, right) => left - right);
  return {
    dateFrom: random.chance(0.1) ? undefined : new Date(one ?? 0),
    dateTo: random.chance(0.1) ? undefined : new Date(random.chance(0.05) ? (one ?? 0) : (other ?? 0)),
  };
}

function randomBound(random: Random, views: readonly CountedView[]): number {
  const { at } = random.pick(views);
  const date = new Date(at + random.between(-40, 40) * 86_400_000 * Number(random.chance(0.7)));
  if (random.chance(0.3)) return date.getTime() + random.between(-1, 1);
  if (random.chance(0.4)) date.setUTCMinutes(0, 0, 0);
  else if (random.chance(0.6)) date.setUTCHours(0, 0, 0, 0);
  else if (random.chance(0.5)) date.setTime(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
  return date.getTime();
}
