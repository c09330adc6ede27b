import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { mostCounted } from './most-counted.ts';

/** The state of a project, and what needs attention; numbers are counted up to `mostCounted.state`. */
export interface ProjectState {
  openPullRequests: number;
  activeJobs: number;
  failedJobs: number;
  /** Whether its code host was recently unreachable. */
  isUnreachable: boolean;
}

/** How many failures in a row count as more than a passing one. */
const failuresThatCount = 3;

/** Reads the state of several projects: one statement, whose parts each read an index. */
export async function readStates(db: Database, ids: readonly string[]): Promise<Map<string, ProjectState>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ProjectState & { id: string }>`
    select wanted.id,
      (select count(*)::integer from (
        select from pull_request where project_id = wanted.id and state = 'open' limit ${mostCounted.state}
      ) as open) as "openPullRequests",
      (select count(*)::integer from (
        select from job where project_id = wanted.id and status = 'active' limit ${mostCounted.state}
      ) as active) as "activeJobs",
      (select count(*)::integer from (
        select from job where project_id = wanted.id and status = 'failed' limit ${mostCounted.state}
      ) as failed) as "failedJobs",
      exists (
        select from code_host_connection
        where project_id = wanted.id and attend_failures >= ${failuresThatCount}
      ) as "isUnreachable"
    from unnest(${[...ids]}::text[]) as wanted (id)
  `.execute(db);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
