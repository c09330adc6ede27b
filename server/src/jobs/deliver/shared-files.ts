import { JobPullRequest } from '@copydesk/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';
import { deliveredPullRequest, deliveredState, newestDelivery } from '../present.ts';

/** Another job whose open pull request changes the same files. */
export interface SharedWith {
  job: string;
  pullRequest: JobPullRequest;
  /** The title of its pull request. */
  title: string;
  /** Some of the files that both change. */
  files: string[];
  filesInAll: number;
  /** The range of its change: from where its branch began to what it has delivered. */
  base: string | null;
  commit: string;
}

/**
 * How many of the newest jobs of each status are examined, so that the cost is the same however many jobs a project has
 * had: more pull requests are seldom open at once.
 */
const mostExaminedJobs = 200;
const [mostJobs, mostFiles] = [10, 20];

/** The files that a job changes, and the branch that they will be merged into. */
export interface FilesOfJob {
  projectId: string;
  jobId: string;
  baseRef: string;
  files: readonly string[];
}

/**
 * Returns the other jobs of the project with open pull requests into the same branch that change any of these files,
 * newest first; at most 10.
 */
export async function findShared(
  db: Database,
  { projectId, jobId, baseRef, files }: FilesOfJob,
): Promise<SharedWith[]> {
  if (files.length === 0) return [];
  const mine = sql`
    select ${jobId}::text as job, ${baseRef}::text as base_ref, path from unnest(${[...files]}::text[]) as one (path)
  `;
  return (await read(db, projectId, { ids: [], mine })).get(jobId) ?? [];
}

/** Does the same for jobs of one project with open pull requests, by their ids, for the files that those change. */
export async function readShared(
  db: Database,
  projectId: string,
  jobIds: readonly string[],
): Promise<Map<string, SharedWith[]>> {
  if (jobIds.length === 0) return new Map();
  const ids = [...jobIds];
  return await read(db, projectId, { ids, mine: sql`select * from touched where job = any(${ids}::text[])` });
}

interface Row extends Omit<SharedWith, 'pullRequest'> {
  mine: string;
  pullRequest: unknown;
}

/**
 * @param asked `ids`: jobs that are examined even if they are not among the newest; `mine`: rows of `job`, `base_ref`
 *   and `path`.
 */
async function read(
  db: Database,
  projectId: string,
  { ids, mine }: { ids: readonly string[]; mine: RawBuilder<unknown> },
): Promise<Map<string, SharedWith[]>> {
  const { rows } = await sql<Row>`${plannedOnce}
    with recent as (
      select newest.* from unnest(array['active', 'completed', 'failed']) as standing (status)
      cross join lateral (
        select id, project_id, base_ref, branch_base, as_draft from job
        where project_id = ${projectId} and job.status = standing.status
        order by id desc limit ${mostExaminedJobs}
      ) as newest
      union
      select id, project_id, base_ref, branch_base, as_draft from job
      where id = any(${[...ids]}::text[]) and project_id = ${projectId} and status <> 'archived'
    ), opened as materialized (
      select job.id as job, job.base_ref, job.branch_base, newest.*
      from recent as job
      cross join lateral (
        select delivery.pull_request_number as number, delivery.title, delivery.commit, ${deliveredState} as state,
          ${deliveredPullRequest} as pull_request
        from ${newestDelivery}
      ) as newest
      where newest.state = 'open'
    ), touched as materialized (
      select distinct opened.job, opened.base_ref, file.path
      from opened
      join job_delivery brought on brought.job_id = opened.job and brought.pull_request_number = opened.number
      join delivered_file file on file.job_id = brought.job_id and file.delivery = brought.number
    ), mine as (${mine}), shared as (
      select mine.job as mine, theirs.job, array_agg(mine.path order by mine.path) as files
      from mine join touched theirs
        on theirs.path = mine.path and theirs.base_ref = mine.base_ref and theirs.job <> mine.job
      group by mine.job, theirs.job
    )
    select shared.mine, shared.job, shared.files[:${mostFiles}] as files, cardinality(shared.files) as "filesInAll",
      opened.title, opened.branch_base as base, opened.commit, opened.pull_request as "pullRequest"
    from shared join opened on opened.job = shared.job
    order by shared.mine, shared.job desc
  `.execute(db);
  const byJob = new Map<string, SharedWith[]>();
  for (const { mine: own, pullRequest, ...shared } of rows) {
    const found = byJob.get(own) ?? [];
    if (found.length < mostJobs) found.push({ ...shared, pullRequest: JobPullRequest.parse(pullRequest) });
    byJob.set(own, found);
  }
  return byJob;
}
