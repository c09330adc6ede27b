import type { MissedPath } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';

/** Stores the addresses that a job must repair, in their order, after those that it has. */
export async function addMissed(
  transaction: DatabaseTransaction,
  jobId: string,
  missed: readonly MissedPath[],
): Promise<void> {
  if (missed.length === 0) return;
  await sql`
    insert into job_missed_path (job_id, position, path, human, ai)
    select ${jobId}, position + (select coalesce(max(position), 0) from job_missed_path where job_id = ${jobId}), path, human, ai
    from unnest(
      ${missed.map(({ path }) => path)}::text[], ${missed.map(({ human }) => human)}::integer[], ${missed.map(({ ai }) => ai)}::integer[]
    ) with ordinality as missed (path, human, ai, position)
    where not exists (select from job_missed_path known where known.job_id = ${jobId} and known.path = missed.path)
  `.execute(transaction);
}

/** Returns the addresses that a job must repair, the most requested ones first; none for any other job. */
export async function readMissed(db: Database, jobId: string): Promise<MissedPath[]> {
  const { rows } = await sql<MissedPath>`
    select path, human, ai from job_missed_path where job_id = ${jobId} order by position
  `.execute(db);
  return rows;
}
