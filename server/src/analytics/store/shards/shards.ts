import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../postgres/database.ts';
import type { Arrival } from '../arrival.ts';
import { numberArray } from '../arrays.ts';
import { dayMilliseconds } from '../calendar.ts';

/**
 * Where the page views of a project are stored: in one shard, or in several, by the ids of views. A shard is a number
 * that replaces the project's number in the tables of page views; it has all counts of its views. The first shard has
 * the project's number, and besides its views also the names of pages and referrers, and imported logs.
 */
export interface Shards {
  /** The numbers of the shards; the project's own first. */
  numbers: readonly number[];
  /** How many shards views were placed among before, and until when, in milliseconds since 1970. */
  earlier: readonly { count: number; until: number }[];
}

/** An arrival with the shard that it goes into. */
export interface PlacedArrival extends Arrival {
  shard: number;
  /** The shards by which it was placed. */
  shards: Shards;
}

/** Reads the shards of projects. */
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

/** Returns whether both place views alike. */
export function isSamePlacing(left: Shards, right: Shards): boolean {
  return left.numbers.length === right.numbers.length;
}

/** Returns the shard of a view, among the first `count` shards. */
export function shardOf({ numbers }: Shards, id: string, count: number = numbers.length): number {
  const shard = numbers[count === 1 ? 0 : hashOf(id) % count];
  if (shard === undefined) throw new Error('A project has at least one shard');
  return shard;
}

/**
 * FNV-1a of the whole id, with its halves mixed: programs make ids that count up at one end or the other, and the last
 * bits of FNV alone depend on the last characters only.
 */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Returns the other shards that may have the id from earlier, as long as ids are remembered. */
export function earlierShardsOf(shards: Shards, id: string, from: number): number[] {
  const now = shardOf(shards, id);
  const found = shards.earlier.filter(({ until }) => until >= from).map(({ count }) => shardOf(shards, id, count));
  return [...new Set(found)].filter((shard) => shard !== now);
}

/**
 * Splits an arrival by the shards of its views. Logs stay whole, together with their position: their ids are those of
 * lines, which only imports send.
 */
export function placeArrival(arrival: Arrival, shards: Shards): PlacedArrival[] {
  const { projectId, source, views, ledger, import: run } = arrival;
  const isWhole = shards.numbers.length === 1 || ledger !== undefined || run !== undefined || views.length === 0;
  if (isWhole) return [{ ...arrival, shard: projectId, shards }];
  const byShard = [...Map.groupBy(views, ({ id }) => shardOf(shards, id))];
  return byShard.map(([shard, ofShard], part) => {
    // Dropped events are counted once, in any one of the parts.
    const dropped = part === 0 ? arrival.dropped : {};
    return { projectId, source, views: ofShard, dropped, shard, shards };
  });
}

/** Returns the moment from which ids are remembered. One day is added, since the clocks of servers differ. */
export function rememberedFrom(now: Date, idDays: number): number {
  return now.getTime() - (idDays + 1) * dayMilliseconds;
}

/** Views were placed among shards that are no longer all of the project's; they must be placed again. */
export class ShardsChanged extends Error {}
