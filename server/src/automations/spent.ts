import { sql } from 'kysely';
import { readSpentIn } from '../jobs/usage/spent-in.ts';
import type { SpentIn } from '../jobs/usage/spent-in.ts';
import type { Database } from '../postgres/database.ts';

/**
 * Returns what the jobs of an automation and its questions have cost since a moment, in US dollars; null when the price
 * of a model is not known.
 */
export async function readMonthSpent(
  db: Database,
  automationId: string,
  since: Omit<SpentIn, 'to'>,
): Promise<number | null> {
  const [cost, questions] = await Promise.all([
    readSpentIn(db, jobsOf(automationId), since),
    readQuestions(db, automationId, since.from),
  ]);
  return cost === null ? null : cost + questions;
}

/** Returns the cost of questions to a model that belong to no job. */
async function readQuestions(db: Database, automationId: string, from: Date): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select coalesce(sum(micro_usd), 0)::float8 / 1000000 as usd from automation_run
    where automation_id = ${automationId} and created_at >= ${from}
  `.execute(db);
  return rows[0]?.usd ?? 0;
}

/** A job that began before may continue for as long as its pull request is open. */
function jobsOf(automationId: string) {
  return sql`array(select distinct job_id from automation_run where automation_id = ${automationId} and job_id is not null)`;
}
