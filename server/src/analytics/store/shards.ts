import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import type { Arrival } from './arrival.ts';
import { numberArray } from './arrays.ts';
import { dayMilliseconds } from './calendar.ts';

/**
 * Where the page views of a project lie: in one shard, or in several, by the ids of views. A shard is a number by which the tables of
 * page views know it, in place of the project's; it has all that is counted of its views. The first one has the project's
 * number, and besides its views the names of pages and referrers, and logs that are imported.
 */
export interface Shards {
  /** The numbers of the shards; the project's own first. */
  numbers: readonly number[];
  /** Among how many of them views were placed before, and until when, in milliseconds since 1970. */
  earlier: readonly { count: number; until: number }[];
}

/** What arrived, and the shard that it goes into. */
export interface PlacedArrival extends Arrival {
  shard: number;
  /** What it was placed by. */
  shards: Shards;
}

/** The shards of projects. */
export async function readShards(
  db: Database | DatabaseTransaction,
  projectIds: readonly number[],
): Promise<Map<number, Shards>> {
  const { rows } = await sql<{ project: number; number: number; madeAt: number }>`
    select project, number, (extract(epoch from made_at) * 1000)::float8 as "madeAt" from view_shard
    where project = any(${numberArray(projectIds)}::int[]) order by project, place
  `.execute(db);
  const others = Map.groupBy(rows, ({ project }) => project);
  return new Map(projectIds.map((projectId) => [projectId, shardsOf(projectId, others.get(projectId) ?? [])]));
}

function shardsOf(projectId: number, others: readonly { number: number; madeAt: number }[]): Shards {
  const numbers = [projectId, ...others.map(({ number }) => number)];
  const earlier = others.flatMap(({ madeAt }, place) =>
    madeAt === others[place - 1]?.madeAt ? [] : [{ count: place + 1, until: madeAt }],
  );
  return { numbers, earlier };
}

/** Whether views are placed alike by both. */
export function isSamePlacing(left: Shards, right: Shards): boolean {
  return left.numbers.length === right.numbers.length;
}

/** The shard of a view, among the first `count` shards. */
export function shardOf({ numbers }: Shards, id: string, count: number = numbers.length): number {
  const shard = numbers[count === 1 ? 0 : hashOf(id) % count];
  if (shard === undefined) throw new Error('A project has at least one shard');
  return shard;
}

/**
 * FNV-1a of all of an id, and its halves mixed: ids that programs make count up at one end or the other, and the last bits of
 * FNV alone are those of the last characters.
 */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Other shards that may have an id from before, as long as ids are remembered. */
export function earlierShardsOf(shards: Shards, id: string, from: number): number[] {
  const now = shardOf(shards, id);
  const found = shards.earlier.filter(({ until }) => until >= from).map(({ count }) => shardOf(shards, id, count));
  return [...new Set(found)].filter((shard) => shard !== now);
}

/**
 * Divides what arrived by the shards of its views. Logs stay whole, with the place in them that was reached: their ids are those of
 * lines, which nobody else sends.
 */
export function placeArrival(arrival: Arrival, shards: Shards): PlacedArrival[] {
  const { projectId, source, views, ledger, import: run } = arrival;
  const isWhole = shards.numbers.length === 1 || ledger !== undefined || run !== undefined || views.length === 0;
  if (isWhole) return [{ ...arrival, shard: projectId, shards }];
  const byShard = [...Map.groupBy(views, ({ id }) => shardOf(shards, id))];
  return byShard.map(([shard, ofShard], part) => {
    // What was dropped is counted once, in any of them.
    const dropped = part === 0 ? arrival.dropped : {};
    return { projectId, source, views: ofShard, dropped, shard, shards };
  });
}

/** Days for which an id is remembered; a day more, since the clocks of servers differ. */
export function rememberedFrom(now: Date, idDays: number): number {
  return now.getTime() - (idDays + 1) * dayMilliseconds;
}

/** Views were placed by shards that are no more all of the project's: they are to be placed anew. */
export class ShardsChanged extends Error {}
