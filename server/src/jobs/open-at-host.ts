import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** A pull request of a job that is open at the code host of its project, as far as the host has said. */
export interface OpenAtHost {
  jobId: string;
  number: number;
  isDraft: boolean;
  /** The beginning of what the job was asked for. */
  summary: string;
  openedAt: Date;
}

/**
 * The newest jobs of a project that are looked at, however many it has: a list of 50 projects takes 10 ms then. How their
 * pull requests stand is asked of the host once a minute; those of archived jobs no more, so that they are not counted.
 */
export const jobsLookedAt = 50;

/** How many pull requests are open at the code host of each project that has one; projects with none are left out. */
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

/** Those of one project, the newest first. */
export async function listOpenAtHost(db: Database, projectId: string, limit: number): Promise<OpenAtHost[]> {
  const { rows } = await sql<OpenAtHost>`
    select found.* from code_host_connection as connection
    cross join lateral (${openAtHost(sql`connection.project_id`)}) as found
    where connection.project_id = ${projectId} and connection.host <> 'git'
    order by found."jobId" desc limit ${limit}
  `.execute(db);
  return rows;
}

/** One that is here as well is counted by its own row. */
function openAtHost(projectId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select recent.id as "jobId", newest.pull_request_number as number, newest.draft as "isDraft", recent.summary,
      newest.finished_at as "openedAt"
    from (
      select id, status, summary from job where project_id = ${projectId} order by id desc limit ${jobsLookedAt}
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
