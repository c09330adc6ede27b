import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../postgres/database.ts';
import { numberArray } from '../arrays.ts';
import { readShards } from './shards.ts';

/**
 * Waits until no process counts views of a project, and keeps it so until the end of the transaction. Each writer holds a
 * shared lock on the rows of its shards.
 *
 * @returns the shards, the project's own number first.
 */
export async function lockShards(transaction: DatabaseTransaction, projectId: number): Promise<readonly number[]> {
  const lock = async (shard: number) =>
    await sql`select 1 from view_site where project_id = ${shard} for update`.execute(transaction);
  await lock(projectId);
  // Nobody adds shards without the lock of the first one. The others are locked in the same order as by writers.
  const { numbers = [projectId] } = (await readShards(transaction, [projectId])).get(projectId) ?? {};
  for (const shard of numbers.slice(1)) await lock(shard);
  return numbers;
}

/**
 * Makes all writers notice that what they know is out of date. The caller has the lock of all shards from before the
 * change.
 */
export async function changeVersion(transaction: DatabaseTransaction, shards: readonly number[]): Promise<void> {
  const { rows } = await sql<{ judgements: number }>`
    select judgements from view_site where project_id = ${shards[0]}
  `.execute(transaction);
  const judgements = (rows[0]?.judgements ?? 0) + 1;
  await sql`
    update view_site set judgements = ${judgements}::int where project_id = any(${numberArray(shards)}::int[])
  `.execute(transaction);
}
