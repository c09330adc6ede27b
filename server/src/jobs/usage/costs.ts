import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/**
 * Returns what jobs have cost in US dollars, by their ids, as their last end reported it; jobs without such a report
 * are absent.
 */
export async function readCosts(db: Database, jobIds: readonly string[]): Promise<Map<string, number>> {
  if (jobIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; cost: number }>`
    select asked.id, summed.cost from unnest(${jobIds}::text[]) as asked (id) cross join lateral (
      select (data #>> '{usage,costUsd}')::float8 as cost from job_event
      where job_id = asked.id and type = 'completed' order by sequence desc limit 1
    ) summed where summed.cost is not null
  `.execute(db);
  return new Map(rows.map(({ id, cost }) => [id, cost]));
}

/** The average usage of a project's jobs. */
export interface AverageUsage {
  jobs: number;
  steps: number;
  tokens: number;
  /** Null when the cost of one of them is not known. */
  costUsd: number | null;
}

/** The expectation for a next job is the average of so many of the newest ones. */
const jobsAveraged = 20;

/**
 * Returns what the newest completed jobs of a project have used with a model, or only those with the ids `of`; undefined
 * when there are none.
 */
export async function readAverage(
  db: Database,
  projectId: string,
  model: string,
  of?: readonly string[],
): Promise<AverageUsage | undefined> {
  const among = of === undefined ? sql`` : sql`and id = any(${of}::text[])`;
  const { rows } = await sql<AverageUsage>`
    with newest as (
      select id from job where project_id = ${projectId} and status = 'completed' and model = ${model} ${among}
      order by id desc limit ${jobsAveraged}::integer
    )
    select count(*) as jobs, avg((usage ->> 'steps')::float8) as steps,
      avg((usage ->> 'inputTokens')::float8 + (usage ->> 'outputTokens')::float8) as tokens,
      case when count(usage ->> 'costUsd') = count(*) then avg((usage ->> 'costUsd')::float8) end as "costUsd"
    from newest cross join lateral (
      select data -> 'usage' as usage from job_event
      where job_id = newest.id and type = 'completed' order by sequence desc limit 1
    ) ended where jsonb_typeof(usage) = 'object'
  `.execute(db);
  const [average] = rows;
  return average === undefined || average.jobs === 0 ? undefined : average;
}
