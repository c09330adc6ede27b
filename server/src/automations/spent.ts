import { HelperCall } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { costOf, spentBy } from '../jobs/usage.ts';
import type { DaySpent, Prices } from '../jobs/usage.ts';
import type { Database } from '../postgres/database.ts';

/**
 * What the jobs of an automation and its questions have cost since a moment, in US dollars; null when the price of a model is not
 * known. Steps are added up by job and day. A model that asks more for long calls is counted by the mean length of its calls.
 */
export async function readMonthSpent(
  db: Database,
  automationId: string,
  { from, prices }: { from: Date; prices: Prices },
): Promise<number | null> {
  const [steps, helpers, questions] = await Promise.all([
    readSteps(db, automationId, { from, prices }),
    readHelpers(db, automationId, { from, prices }),
    readQuestions(db, automationId, from),
  ]);
  const cost = costOf([...steps, ...helpers], prices);
  return cost === null ? null : cost + questions;
}

interface Since {
  from: Date;
  prices: Prices;
}

type StepSum = Omit<DaySpent, 'isLong' | 'cacheWriteTokens' | 'seconds'> & { cacheWriteTokens: number };

async function readSteps(db: Database, automationId: string, { from, prices }: Since): Promise<DaySpent[]> {
  const { rows } = await sql<StepSum>`
    select job.model, date_trunc('day', step.started_at at time zone 'UTC') at time zone 'UTC' as day,
      count(*)::integer as steps,
      ${sumOf('inputTokens')}, ${sumOf('cachedInputTokens')}, ${sumOf('cacheWriteTokens')}, ${sumOf('outputTokens')}
    from job join job_step step on step.job_id = job.id
    where job.id = any(${jobsOf(automationId)}) and step.started_at >= ${from}
    group by 1, 2, job.id
  `.execute(db);
  return rows.map((row) => {
    const above = prices(row.model, row.day)?.long?.above ?? Infinity;
    return Object.assign(row, { seconds: 0, isLong: row.inputTokens / row.steps > above });
  });
}

function sumOf(name: string) {
  return sql`coalesce(sum((step.usage->>${sql.lit(name)})::bigint), 0)::bigint as ${sql.ref(name)}`;
}

async function readHelpers(db: Database, automationId: string, { from, prices }: Since): Promise<DaySpent[]> {
  const { rows } = await sql<{ at: Date; calls: unknown }>`
    select started_at as at, helper_calls as calls from job_step
    where job_id = any(${jobsOf(automationId)}) and helper_calls is not null and started_at >= ${from}
  `.execute(db);
  return rows.flatMap(({ at, calls }) => HelperCalls.parse(calls).map((call) => spentBy(call, at, prices)));
}

const HelperCalls = z.array(HelperCall);

/** Questions to a model that no job belongs to. */
async function readQuestions(db: Database, automationId: string, from: Date): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select coalesce(sum(micro_usd), 0)::float8 / 1000000 as usd from automation_run
    where automation_id = ${automationId} and created_at >= ${from}
  `.execute(db);
  return rows[0]?.usd ?? 0;
}

/** A job that began before may go on for as long as its pull request is open. */
function jobsOf(automationId: string) {
  return sql`array(select distinct job_id from automation_run where automation_id = ${automationId} and job_id is not null)`;
}
