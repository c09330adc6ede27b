import type { MissedPath } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';

/** Stores the addresses that a job must repair, in their order. */
export async function storeMissed(
  transaction: DatabaseTransaction,
  jobId: string,
  missed: readonly MissedPath[],
): Promise<void> {
  await sql`
    insert into job_missed_path (job_id, position, path, human, ai)
    select ${jobId}, position, path, human, ai
    from unnest(
      ${missed.map(({ path }) => path)}::text[], ${missed.map(({ human }) => human)}::integer[], ${missed.map(({ ai }) => ai)}::integer[]
    ) with ordinality as missed (path, human, ai, position)
  `.execute(transaction);
}

/** Returns the addresses that a job must repair, the most requested ones first; none for any other job. */
export async function readMissed(db: Database, jobId: string): Promise<MissedPath[]> {
  const { rows } = await sql<MissedPath>`
    select path, human, ai from job_missed_path where job_id = ${jobId} order by position
  `.execute(db);
  return rows;
}
