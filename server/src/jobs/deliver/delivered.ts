import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { archiveSettled } from '../settle/archive.ts';
import { appendEvents } from '../events.ts';
import { settleFeedback } from '../readers-feedback.ts';

/** The newest pull request that a job has delivered. */
export interface Delivered {
  jobId: string;
  /** The number of the delivery within the job. */
  delivery: number;
  branch: string;
  baseRef: string;
  /** The number of the pull request. */
  number: number;
  isConflicting: boolean;
  /** The model of the job, `provider/model`. */
  model: string;
}

/**
 * Returns the newest pull requests of a project's jobs that may be open; merged and closed ones are known to have
 * ended.
 */
export async function listDelivered(db: Database, projectId: string, most: number): Promise<Delivered[]> {
  const { rows } = await sql<Delivered>`
    select job.id as "jobId", delivery.number as delivery, delivery.branch, job.base_ref as "baseRef",
      delivery.pull_request_number as number, delivery.conflicts_since is not null as "isConflicting",
      job.model
    from job join lateral (
      select * from job_delivery where job_id = job.id and finished_at is not null order by number desc limit 1
    ) delivery on true
    where job.project_id = ${projectId} and job.status <> 'archived'
      and coalesce(delivery.pull_request_state, 'open') = 'open' and delivery.pull_request_number is not null
    order by job.id desc limit ${most}
  `.execute(db);
  return rows;
}

/** A job that has delivered the pull request with a given number. */
export interface Deliverer {
  jobId: string;
  isActive: boolean;
  branch: string;
}

/**
 * Returns the jobs that have delivered a pull request with this number, newest first. There may be several: numbers
 * start again when the project has moved to another host or repository.
 */
export async function listDeliverers(db: Database, projectId: string, number: number): Promise<Deliverer[]> {
  const rows = await db
    .selectFrom('job_delivery as delivery')
    .innerJoin('job', 'job.id', 'delivery.job_id')
    .select(['job.id as jobId', 'job.status', 'delivery.branch'])
    .distinct()
    .where('job.project_id', '=', projectId)
    .where('delivery.pull_request_number', '=', number)
    .where('delivery.finished_at', 'is not', null)
    .orderBy('job.id', 'desc')
    .execute();
  return rows.map(({ jobId, branch, status }) => ({ jobId, branch, isActive: status === 'active' }));
}

/**
 * The effect of a pull request's end. `kept`: the project does not archive its job for that, and a message continues in
 * a new pull request. `archived`: it does. `active`: the job's worker continues on another branch or settles it, so the
 * caller must try again. `moved-on`: the job has another pull request, or was archived before.
 */
export type Ending = 'kept' | 'archived' | 'active' | 'moved-on';

/**
 * Stores the state of a job's pull request at its host. An ended pull request may archive its job, once that is
 * settled.
 */
export async function recordPullRequestState(
  db: Database,
  pullRequest: { projectId: string; jobId: string; number: number; state: 'open' | 'merged' | 'closed' },
): Promise<Ending> {
  const { jobId, number, state } = pullRequest;
  return await db.transaction().execute(async (transaction) => {
    const job = await transaction
      .selectFrom('job')
      .select('status')
      .where('id', '=', jobId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('job_delivery')
      .set({
        pull_request_state: state,
        pull_request_ended_at: state === 'open' ? null : sql<Date>`coalesce(pull_request_ended_at, now())`,
      })
      .where('job_id', '=', jobId)
      .where('pull_request_number', '=', number)
      .execute();
    await settleFeedback(transaction, jobId);
    if (state === 'open' || job.status === 'archived' || (await newestNumber(transaction, jobId)) !== number) {
      return 'moved-on';
    }
    if (!(await archivesOn(transaction, jobId, state))) return 'kept';
    if (job.status === 'active') return 'active';
    await archiveSettled(transaction, jobId, state === 'merged' ? 'merge' : 'close');
    return 'archived';
  });
}

/**
 * Applies the end of a local pull request to its job: readers' feedback becomes resolved or pending again, and a
 * settled job is archived if its project wants that and it has no newer pull request.
 */
export async function pullRequestEnded(
  transaction: DatabaseTransaction,
  ended: { jobId: string; number: number; state: 'merged' | 'closed' },
): Promise<void> {
  const { jobId, number, state } = ended;
  await settleFeedback(transaction, jobId);
  if (!(await archivesOn(transaction, jobId, state)) || (await newestNumber(transaction, jobId)) !== number) return;
  await archiveSettled(transaction, jobId, state === 'merged' ? 'merge' : 'close');
}

/** Whether the project of a job archives it when its pull request ends this way. */
async function archivesOn(
  transaction: DatabaseTransaction,
  jobId: string,
  state: 'merged' | 'closed',
): Promise<boolean> {
  const { archiveOn } = await transaction
    .selectFrom('job')
    .innerJoin('project', 'project.id', 'job.project_id')
    .select('project.archive_on as archiveOn')
    .where('job.id', '=', jobId)
    .executeTakeFirstOrThrow();
  return archiveOn.includes(state === 'merged' ? 'merge' : 'close');
}

async function newestNumber(transaction: DatabaseTransaction, jobId: string): Promise<number | null | undefined> {
  const newest = await transaction
    .selectFrom('job_delivery')
    .select('pull_request_number')
    .where('job_id', '=', jobId)
    .where('finished_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.pull_request_number;
}

/**
 * Stores the files in which a pull request conflicts with its base branch, or an empty list when it no longer does, and
 * adds an entry to the transcript when that has changed.
 */
export async function recordConflict(db: Database, delivered: Delivered, files: readonly string[]): Promise<void> {
  const { jobId, delivery, number, baseRef } = delivered;
  await db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('job_delivery')
      .set({ conflicts_since: files.length > 0 ? sql<Date>`now()` : null })
      .where('job_id', '=', jobId)
      .where('number', '=', delivery)
      .where('conflicts_since', files.length > 0 ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    await appendEvents(transaction, jobId, [{ type: 'conflict', data: { number, baseRef, files: [...files] } }]);
  });
}
