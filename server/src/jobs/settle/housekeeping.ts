import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { archiveIfIdle, isIdle } from './archive.ts';

/** How long a settled job may be idle before it is archived, and how long idempotency keys are kept. */
export const idleDays = 30;

/** Archives settled jobs that have not changed for 30 days, a limited number per call. @returns how many. */
export async function archiveIdleJobs(db: Database): Promise<number> {
  const idle = await db
    .selectFrom('job')
    .select('id')
    .where(isIdle(idleDays))
    .orderBy('updated_at')
    .limit(500)
    .execute();
  let archived = 0;
  for (const { id } of idle) if (await archiveIfIdle(db, id, idleDays)) archived += 1;
  return archived;
}

/** Deletes idempotency keys after 30 days and quota windows after one. */
export async function forgetOld(db: Database): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${idleDays})`)
    .execute();
  await db
    .deleteFrom('made_once')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${idleDays})`)
    .execute();
  await db
    .deleteFrom('quota_use')
    .where('window_start', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
