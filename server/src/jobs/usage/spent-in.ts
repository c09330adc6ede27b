import { HelperCall } from '@copydesk/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';
import { costOf, spentBy } from './usage.ts';
import type { DaySpent, Prices } from './usage.ts';

/** Steps that began in `[from, to)`; without `to`, all since `from`. */
export interface SpentIn {
  from: Date;
  to?: Date;
  prices: Prices;
}

/**
 * Returns what the steps of some jobs have cost, in US dollars; null when the price of a model is not known. Steps are
 * added up by job and day. A model that costs more for long calls is counted by the mean length of its calls.
 *
 * @param jobs an SQL array of their ids.
 */
export async function readSpentIn(db: Database, jobs: RawBuilder<unknown>, range: SpentIn): Promise<number | null> {
  const [steps, helpers] = await Promise.all([readSteps(db, jobs, range), readHelpers(db, jobs, range)]);
  return costOf([...steps, ...helpers], range.prices);
}

type StepSum = Omit<DaySpent, 'isLong' | 'cacheWriteTokens' | 'seconds'> & { cacheWriteTokens: number };

async function readSteps(db: Database, jobs: RawBuilder<unknown>, range: SpentIn): Promise<DaySpent[]> {
  const { rows } = await sql<StepSum>`
    select job.model, date_trunc('day', step.started_at at time zone 'UTC') at time zone 'UTC' as day,
      count(*)::integer as steps,
      ${sumOf('inputTokens')}, ${sumOf('cachedInputTokens')}, ${sumOf('cacheWriteTokens')}, ${sumOf('outputTokens')}
    from job join job_step step on step.job_id = job.id
    where job.id = any(${jobs}) and ${begunIn(range)}
    group by 1, 2, job.id
  `.execute(db);
  return rows.map((row) => {
    const above = range.prices(row.model, row.day)?.long?.above ?? Infinity;
    return Object.assign(row, { seconds: 0, isLong: row.inputTokens / row.steps > above });
  });
}

function sumOf(name: string) {
  return sql`coalesce(sum((step.usage->>${sql.lit(name)})::bigint), 0)::bigint as ${sql.ref(name)}`;
}

async function readHelpers(db: Database, jobs: RawBuilder<unknown>, range: SpentIn): Promise<DaySpent[]> {
  const { rows } = await sql<{ at: Date; calls: unknown }>`
    select started_at as at, helper_calls as calls from job_step step
    where job_id = any(${jobs}) and helper_calls is not null and ${begunIn(range)}
  `.execute(db);
  return rows.flatMap(({ at, calls }) => HelperCalls.parse(calls).map((call) => spentBy(call, at, range.prices)));
}

const HelperCalls = z.array(HelperCall);

function begunIn({ from, to }: SpentIn) {
  return to === undefined
    ? sql`step.started_at >= ${from}`
    : sql`step.started_at >= ${from} and step.started_at < ${to}`;
}
