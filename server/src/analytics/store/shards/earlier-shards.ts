import { sql } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import { plainArray } from '../arrays.ts';
import { idDays } from '../event-ids.ts';
import type { NumberedView } from '../numbered-view.ts';
import { earlierShardsOf, rememberedFrom } from './shards.ts';
import type { PlacedArrival } from './shards.ts';

/**
 * Returns the views without those whose ids were already counted in an earlier shard, from before their project got
 * more shards. That check is complete: creating shards waits for all writers that use the old placing, and afterwards
 * no writer uses it.
 */
export async function withoutEarlier(
  db: Database,
  arrivals: readonly PlacedArrival[],
  views: readonly NumberedView[],
  now: Date,
): Promise<readonly NumberedView[]> {
  const from = rememberedFrom(now, idDays);
  const wanted = new Map<number, string[]>();
  for (const { arrival, id, import: run } of views) {
    const shards = arrivals[arrival]?.shards;
    if (shards === undefined || shards.earlier.length === 0 || run !== null) continue;
    for (const shard of earlierShardsOf(shards, id, from)) {
      const ids = wanted.get(shard) ?? [];
      wanted.set(shard, ids);
      ids.push(id);
    }
  }
  if (wanted.size === 0) return views;
  const counted = new Set<string>();
  for (const [shard, ids] of wanted) for (const id of await readIds(db, shard, ids)) counted.add(`${shard} ${id}`);
  if (counted.size === 0) return views;
  return views.filter(({ arrival, id }) => {
    const shards = arrivals[arrival]?.shards;
    return shards === undefined || !earlierShardsOf(shards, id, from).some((shard) => counted.has(`${shard} ${id}`));
  });
}

async function readIds(db: Database, shard: number, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from view_event_id where project_id = ${shard} and id = any(${plainArray(ids)}::uuid[])
  `.execute(db);
  return rows.map(({ id }) => id);
}
