import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { isOfTestMode } from '../../postgres/test-organisation.ts';
import { removeJobs } from './purge-projects.ts';

/** A job of the test mode is removed after this many days without activity. */
export const testJobDays = 7;

const jobsAtOnce = 200;

/** Removes jobs of the test mode that have ended, with their pull requests. @returns how many one round removed. */
export async function expireTestJobs(db: Database): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select id from job
      where ${isOfTestMode('organisation_id')} and status <> 'active'
        and updated_at < now() - make_interval(days => ${testJobDays}::integer)
        and not exists (select from automation_run where automation_run.job_id = job.id)
      order by updated_at limit ${jobsAtOnce}
      for update skip locked
    `.execute(transaction);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    for (const table of ['webhook_delivery', 'pull_request']) {
      await sql`delete from ${sql.table(table)} where job_id = any(${ids}::text[])`.execute(transaction);
    }
    await removeJobs(transaction, ids);
    return ids.length;
  });
}
