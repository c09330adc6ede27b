import {
  JobAuthor,
  JobChecks,
  JobFailure,
  JobMadeFrom,
  JobOutcome,
  JobPullRequest,
  JobStatus,
} from '@copydesk/contract';
import type { Job } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Schema } from '../postgres/database.ts';
import { mergeColumn } from './hosts/merge-watch.ts';

export type JobRow = Selectable<Schema['job']>;

const StoredMadeFrom = JobMadeFrom.omit({ page: true });

type MadeFrom = NonNullable<Job['madeFrom']>;

/** The job as it is stored: the caller adds the addresses of pages, because it knows the server's own address. */
export type StoredJob = Omit<Job, 'page' | 'madeFrom'> & { madeFrom: Omit<MadeFrom, 'page'> | null };

/** The columns of the row that the public object is made from. */
export const storedColumns = [
  'id',
  'status',
  'source_repository',
  'branch',
  'model',
  'pr_link',
  'created_at',
  'archived_at',
  'error',
  'outcome',
  'author_kind',
  'author_id',
  'author_name',
  'summary',
] as const satisfies (keyof JobRow)[];

/** The state of a `delivery`'s pull request, open, merged or closed: a draft is open. */
export const deliveredState = sql`coalesce(here.state, delivery.pull_request_state, 'open')`;

/**
 * The pull request of a `delivery` of a `job`. Its state comes from the row of a local one, or from the code host's
 * last report; one lookup in the primary key of each.
 */
export const deliveredPullRequest = sql`json_build_object(
  'number', delivery.pull_request_number, 'url', delivery.pull_request_link,
  'state', case
    when ${deliveredState} <> 'open'
      then ${deliveredState}
    when coalesce(here.draft, delivery.draft or job.as_draft) then 'draft'
    else 'open'
  end
)`;

/** The deliveries, each joined with the row of its pull request if that is a local one. */
export const deliveriesOfJob = sql`job_delivery delivery
  left join pull_request here on here.project_id = job.project_id and here.number = delivery.pull_request_number
    and here.job_id = job.id`;

/** The `delivery` of a `job` that has its newest pull request, joined with the row of that if it is a local one. */
export const newestDelivery = sql`${deliveriesOfJob}
  where delivery.job_id = job.id and delivery.finished_at is not null and delivery.pull_request_number is not null
  order by delivery.number desc limit 1`;

/** The last pull request that a job has delivered, with what is decided about merging it where that is. */
export const pullRequestColumn = sql`(
  select ${deliveredPullRequest}::jsonb || ${mergeColumn} from ${newestDelivery}
)`.as('pull_request');

/** The checks of the last commit of the job's pull request; null before the code host has reported any. */
function checksColumn(found: 'found' | 'listed') {
  return sql`(
    select case when checked.state <> 'none' then checked.${sql.raw(found)} || jsonb_build_object(
      'commit', checked.commit, 'state', checked.state
    ) end
    from checked_commit checked where checked.job_id = job.id order by checked.since desc limit 1
  )`.as('host_checks');
}

/** Whose change the job carries; null for any other job. */
const madeFromColumn = sql`(
  select json_build_object('kind', carried.kind, 'job', carried.of_job_id) from carried_job carried
  where carried.job_id = job.id
)`.as('made_from');

/** What is selected from the table `job`, or returned by its updates, for {@link presentJob}. */
export const presentedColumns = [...storedColumns, pullRequestColumn, checksColumn('found'), madeFromColumn] as const;

/** The same for a list of jobs, with shortened checks, which would otherwise make it long. */
export const listedColumns = [...storedColumns, pullRequestColumn, checksColumn('listed'), madeFromColumn] as const;

export type PresentedRow = Pick<JobRow, (typeof storedColumns)[number]> & {
  pull_request: unknown;
  host_checks: unknown;
  made_from: unknown;
};

/** Returns the job in the form of the API, without the address of its page. */
export function presentJob(row: PresentedRow): StoredJob {
  return {
    id: row.id,
    status: JobStatus.parse(row.status),
    source: { repository: row.source_repository, ref: row.branch },
    model: row.model,
    prLink: row.pr_link,
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    error: row.error === null ? null : JobFailure.parse(row.error),
    outcome: outcomeIn(row),
    pullRequest: row.pull_request === null ? null : JobPullRequest.parse(row.pull_request),
    checks: row.host_checks === null ? null : JobChecks.parse(row.host_checks),
    author: authorIn(row),
    madeFrom: row.made_from === null ? null : StoredMadeFrom.parse(row.made_from),
    summary: row.summary,
  };
}

/** Adds the addresses of pages to a job, for a server at `baseUrl`. */
export function withPage(baseUrl: string, projectId: string, { madeFrom, ...job }: StoredJob): Job {
  const from = madeFrom && { ...madeFrom, page: jobPage(baseUrl, { projectId, id: madeFrom.job }) };
  return { ...job, madeFrom: from, page: jobPage(baseUrl, { projectId, id: job.id }) };
}

/** Whether a job has a pull request that is open. */
export function hasOpenPullRequest({ pullRequest }: Pick<StoredJob, 'pullRequest'>): boolean {
  return pullRequest?.state === 'open' || pullRequest?.state === 'draft';
}

/** Returns the address of a job's page. */
export function jobPage(baseUrl: string, { projectId, id }: { projectId: string; id: string }): string {
  return `${baseUrl}/projects/${projectId}/jobs/${id}`;
}

function outcomeIn({ status, error, outcome }: PresentedRow): StoredJob['outcome'] {
  if (status === 'active') return null;
  if (error !== null) return { kind: 'failed', text: JobFailure.parse(error).detail };
  return outcome === null ? null : JobOutcome.parse(outcome);
}

function authorIn({ author_kind: kind, author_id: id, author_name: name }: PresentedRow): StoredJob['author'] {
  return kind === '' ? null : JobAuthor.parse({ kind, id, name });
}
