import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { jobNotFound } from '../not-found.ts';
import { deliveredState, deliveriesOfJob, newestDelivery } from '../present.ts';

/**
 * What a job does with another job's change: an `undo` reverts it where it was merged, a `backport` applies it to
 * another branch.
 */
export type CarriedKind = 'undo' | 'backport';

/** The origin of a job that carries another job's change. */
export interface NewCarried {
  kind: CarriedKind;
  /** The job whose change it carries. */
  of: string;
  /** The first job that the same request has created; absent for that first job itself. */
  requestId?: string;
}

/** What a worker needs to know about such a job. */
export interface CarriedJob {
  kind: CarriedKind;
  of: string;
  /** The pull request that contained the change: its number, its address and its title. */
  number: number;
  link: string;
  title: string;
}

/**
 * Stores whose change a new job carries, if it may. The row of the other job is locked, so that of two concurrent
 * requests one sees the other.
 *
 * @throws CopydeskError `not_found`, `nothing_to_carry`, `pull_request_not_merged`, `already_undone`,
 *   `already_backported`.
 */
export async function storeCarried(
  transaction: DatabaseTransaction,
  job: { id: string; projectId: string; baseRef: string },
  { kind, of, requestId = job.id }: NewCarried,
): Promise<void> {
  const source = await transaction
    .selectFrom('job')
    .select('id')
    .where('id', '=', of)
    .where('project_id', '=', job.projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (source === undefined) throw jobNotFound();
  const pullRequest = await newestPullRequest(transaction, of);
  const number = requireCarriable(kind, pullRequest);
  const before = await livingCarried(transaction, { kind, of, number, baseRef: job.baseRef });
  if (before !== undefined) throw alreadyCarried(kind, before, job.baseRef);
  await transaction
    .insertInto('carried_job')
    .values({ job_id: job.id, kind, of_job_id: of, pull_request_number: number, request_id: requestId })
    .execute();
}

interface NewestPullRequest {
  number: number;
  state: string;
}

async function newestPullRequest(db: Database, jobId: string): Promise<NewestPullRequest | undefined> {
  const { rows } = await sql<NewestPullRequest>`
    select one.* from job cross join lateral (
      select delivery.pull_request_number as number, ${deliveredState} as state from ${newestDelivery}
    ) as one where job.id = ${jobId}
  `.execute(db);
  return rows[0];
}

/** Returns the number of the pull request whose change can be carried. */
function requireCarriable(kind: CarriedKind, pullRequest: NewestPullRequest | undefined): number {
  const what = kind === 'undo' ? 'nothing to undo' : 'nothing to carry to another branch';
  if (pullRequest === undefined) {
    throw new CopydeskError('nothing_to_carry', `The job has no pull request, so there is ${what}.`);
  }
  const { number, state } = pullRequest;
  if (state === 'closed') {
    throw new CopydeskError(
      'nothing_to_carry',
      `Pull request #${number} of the job was closed and not merged, so there is ${what}.`,
    );
  }
  if (kind === 'backport' || state === 'merged') return number;
  throw new CopydeskError(
    'pull_request_not_merged',
    `Pull request #${number} of the job is ${state}: close it instead. Only a merged pull request can be undone.`,
  );
}

/**
 * Returns the job that already carries the same change to the same branch: an active one, or one whose pull request was
 * not closed.
 */
async function livingCarried(
  transaction: DatabaseTransaction,
  { kind, of, number, baseRef }: { kind: CarriedKind; of: string; number: number; baseRef: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select job.id from carried_job carried join job on job.id = carried.job_id
    where carried.of_job_id = ${of} and carried.kind = ${kind} and carried.pull_request_number = ${number}
      and job.base_ref = ${baseRef}
      and (job.status = 'active' or exists (
        select from ${deliveriesOfJob}
        where delivery.job_id = job.id and delivery.finished_at is not null
          and ${deliveredState} <> 'closed'
      ))
    limit 1
  `.execute(transaction);
  return rows[0]?.id;
}

function alreadyCarried(kind: CarriedKind, jobId: string, baseRef: string): CopydeskError {
  return kind === 'undo'
    ? new CopydeskError(
        'already_undone',
        `The job ${jobId} already undoes this one. Close its pull request to start again.`,
      )
    : new CopydeskError(
        'already_backported',
        `The job ${jobId} already backports this one to ${baseRef}. Leave the branch out; nothing was created.`,
      );
}

/** Returns whose change a job carries; undefined for any other job. */
export async function readCarried(db: Database, jobId: string): Promise<CarriedJob | undefined> {
  const { rows } = await sql<CarriedJob>`
    select carried.kind, carried.of_job_id as of, carried.pull_request_number as number, first.link, first.title
    from carried_job carried cross join lateral (
      select pull_request_link as link, title from job_delivery
      where job_id = carried.of_job_id and pull_request_number = carried.pull_request_number
      order by number limit 1
    ) as first where carried.job_id = ${jobId}
  `.execute(db);
  return rows[0];
}

/** A job that was made from another, with its state. */
export interface CarryingJob {
  id: string;
  kind: CarriedKind;
  baseRef: string;
}

/** Returns the jobs that carry the change of a job, newest first, at most a hundred. */
export async function listCarrying(db: Database, jobId: string): Promise<CarryingJob[]> {
  const { rows } = await sql<CarryingJob>`
    select job.id, carried.kind, job.base_ref as "baseRef"
    from carried_job carried join job on job.id = carried.job_id
    where carried.of_job_id = ${jobId} order by job.id desc limit 100
  `.execute(db);
  return rows;
}

/**
 * Returns the ids of all jobs that one request has created, found by the first of them, in the order of the request.
 */
export async function listOfRequest(db: Database, requestId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select job_id as id from carried_job where request_id = ${requestId} order by job_id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The target branch of a job's change, and its repository. */
export interface JobSource {
  baseRef: string;
  repository: string;
  /** The beginning of its first prompt. */
  summary: string;
}

/** @throws CopydeskError `not_found` */
export async function readJobSource(db: Database, ids: { projectId: string; jobId: string }): Promise<JobSource> {
  const row = await db
    .selectFrom('job')
    .select(['base_ref as baseRef', 'source_repository as repository', 'summary'])
    .where('id', '=', ids.jobId)
    .where('project_id', '=', ids.projectId)
    .executeTakeFirst();
  if (row === undefined) throw jobNotFound();
  return row;
}
