import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/** A job's pull request that is open at the code host of its project, as far as the host has reported. */
export interface OpenAtHost {
  jobId: string;
  number: number;
  isDraft: boolean;
  /** The beginning of the job's prompt. */
  summary: string;
  openedAt: Date;
}

/**
 * How many of a project's newest jobs are examined, however many it has: a list of 50 projects then takes 10 ms. The
 * host is asked for the state of their pull requests once a minute; for archived jobs it no longer is, so those are not
 * counted.
 */
export const mostExaminedJobs = 50;

/**
 * Returns how many pull requests are open at the code host of each project that has one; projects without open ones are
 * left out.
 */
export async function countOpenAtHost(db: Database, projectIds: readonly string[]): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; open: number }>`
    select connection.project_id as id,
      (select count(*)::integer from (${openAtHost(sql`connection.project_id`)}) as found) as open
    from code_host_connection as connection
    where connection.project_id = any(${[...projectIds]}::text[]) and connection.host <> 'git'
  `.execute(db);
  return new Map(rows.filter(({ open }) => open > 0).map(({ id, open }) => [id, open]));
}

/** Returns those of one project, newest first. */
export async function listOpenAtHost(db: Database, projectId: string, limit: number): Promise<OpenAtHost[]> {
  const { rows } = await sql<OpenAtHost>`
    select found.* from code_host_connection as connection
    cross join lateral (${openAtHost(sql`connection.project_id`)}) as found
    where connection.project_id = ${projectId} and connection.host <> 'git'
    order by found."jobId" desc limit ${limit}
  `.execute(db);
  return rows;
}

/** A pull request that is also stored locally is counted by its own row. */
function openAtHost(projectId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select recent.id as "jobId", newest.pull_request_number as number, newest.draft as "isDraft", recent.summary,
      newest.finished_at as "openedAt"
    from (
      select id, status, summary from job where project_id = ${projectId} order by id desc limit ${mostExaminedJobs}
    ) as recent
    join lateral (
      select * from job_delivery where job_id = recent.id and finished_at is not null order by number desc limit 1
    ) as newest on true
    where recent.status <> 'archived' and newest.pull_request_number is not null
      and coalesce(newest.pull_request_state, 'open') = 'open'
      and not exists (
        select from pull_request as here where here.project_id = ${projectId}
          and here.number = newest.pull_request_number and here.job_id = recent.id
      )`;
}
