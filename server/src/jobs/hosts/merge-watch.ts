import type { JobMerge } from '@copydesk/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';
import { appendEvents } from '../events.ts';

/** A pull request that is judged by the merge policy of its project. */
export interface MergeWatch {
  projectId: string;
  jobId: string;
  /** The number of the pull request. */
  number: number;
  /** The commit that the job has delivered last. */
  head: string;
  deliveredAt: Date;
  branch: string;
  baseRef: string;
  jobStatus: string;
  /** Whether a message to the job was not read yet. */
  isAsked: boolean;
  /** The beginning of the job's first prompt, and the name of who has written it; '' when that is not known. */
  summary: string;
  askedBy: string;
  decision: JobMerge['decision'];
  reasons: string[];
  /** Raised by each worker that takes it. */
  epoch: number;
  refusals: number;
  failures: number;
}

/** Longer than judging and merging takes: a worker that has died in the middle is followed by another. */
const claimMinutes = 15;

/** A pull request is watched for a month after its last delivery, as its job is before it is archived. */
const watchedDays = 30;

/**
 * Watches the pull request of a delivery, if its project has a merge policy. A further delivery to the same pull
 * request is judged anew.
 */
export async function watchDelivered(
  transaction: DatabaseTransaction,
  { jobId, delivery }: { jobId: string; delivery: number },
): Promise<void> {
  await watch(transaction, sql`delivery.job_id = ${jobId} and delivery.number = ${delivery}`);
}

/**
 * After a project's merge policy has changed: judges all pull requests anew that may be open, or stops where there is no
 * policy any more. What the code host was already asked to merge is finished.
 */
export async function watchOpenMerges(transaction: DatabaseTransaction, projectId: string): Promise<void> {
  await sql`
    delete from merge_watch watched using job
    where job.id = watched.job_id and job.project_id = ${projectId} and watched.decision in ('waits', 'person')
  `.execute(transaction);
  await watch(
    transaction,
    sql`job.project_id = ${projectId} and job.status <> 'archived'
      and coalesce(delivery.pull_request_state, 'open') = 'open' and not exists (
        select from job_delivery later where later.job_id = delivery.job_id and later.number > delivery.number
          and later.finished_at is not null
      )`,
  );
}

async function watch(transaction: DatabaseTransaction, where: RawBuilder<unknown>): Promise<void> {
  await sql`${plannedOnce}
    insert into merge_watch as watched (job_id, number, head, delivered_at, look_after)
    select delivery.job_id, delivery.pull_request_number, delivery.commit, delivery.finished_at, now()
    from job_delivery delivery join job on job.id = delivery.job_id
      join project on project.id = job.project_id and project.merge_policy is not null
        and project.test_of is null and project.deleted_at is null
    where delivery.pull_request_number is not null and delivery.finished_at is not null and ${where}
    on conflict (job_id, number) do update
      set head = excluded.head, delivered_at = excluded.delivered_at, look_after = excluded.look_after,
        decision = 'waits', reasons = '{}', due = null, refusals = 0, failures = 0, ended_at = null,
        epoch = watched.epoch + 1
      where watched.decision <> 'merged'
  `.execute(transaction);
}

/**
 * Claims pull requests that are to be judged now. Each is claimed by one worker; one whose worker died is due again
 * after 15 minutes. With nothing to do, this reads one index.
 *
 * @param elsewhere projects whose repositories are on other machines.
 */
export async function claimMerges(
  db: Database,
  { now, most, elsewhere }: { now: Date; most: number; elsewhere: readonly string[] },
): Promise<MergeWatch[]> {
  const { rows } = await sql<MergeWatch>`
    with due as (
      select watched.job_id, watched.number, job.project_id, job.base_ref, job.status,
        job.messages <> job.messages_read as is_asked, job.summary, job.author_name
      from merge_watch watched join job on job.id = watched.job_id
        join project on project.id = job.project_id and project.deleted_at is null
      where watched.ended_at is null and watched.look_after <= ${now} and job.project_id <> all(${elsewhere}::text[])
        and (project.merge_policy is not null or watched.decision = 'merging')
      order by watched.look_after limit ${most}
      for update of watched skip locked
    )
    update merge_watch watched
    set look_after = ${now}::timestamptz + make_interval(mins => ${claimMinutes}), epoch = watched.epoch + 1
    from due where watched.job_id = due.job_id and watched.number = due.number
    returning due.project_id as "projectId", watched.job_id as "jobId", watched.number, watched.head,
      watched.delivered_at as "deliveredAt", due.base_ref as "baseRef", due.status as "jobStatus", watched.decision,
      due.is_asked as "isAsked", due.summary, due.author_name as "askedBy", watched.reasons, watched.epoch, watched.refusals, watched.failures, (
        select delivery.branch from job_delivery delivery
        where delivery.job_id = watched.job_id and delivery.pull_request_number = watched.number
        order by delivery.number desc limit 1
      ) as branch
  `.execute(db);
  return rows;
}

/** What a worker has found out about a pull request. */
export interface MergeConclusion {
  decision: JobMerge['decision'];
  reasons: readonly string[];
  due: Date | null;
  /** When to judge it again; null for never. */
  recheckAfter: Date | null;
  refusals?: number;
}

/** Stores a decision. @returns false when another worker, or another delivery, has the pull request by now. */
export async function concludeMerge(
  db: Database,
  { jobId, number, epoch, deliveredAt }: Pick<MergeWatch, 'jobId' | 'number' | 'epoch' | 'deliveredAt'>,
  { decision, reasons, due, recheckAfter, refusals }: MergeConclusion,
  now: Date,
): Promise<boolean> {
  const isOver = now.getTime() - deliveredAt.getTime() > watchedDays * 86_400_000;
  const isEnded = recheckAfter === null || (isOver && decision === 'waits');
  const stored = await db
    .updateTable('merge_watch')
    .set({
      decision: isEnded && decision === 'waits' ? 'person' : decision,
      reasons: [...reasons],
      due: isEnded ? null : due,
      failures: 0,
      ...(recheckAfter !== null && { look_after: recheckAfter }),
      ...(refusals !== undefined && { refusals }),
      ended_at: isEnded ? now : null,
    })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .where('epoch', '=', epoch)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return stored.numUpdatedRows > 0n;
}

/**
 * Stores that the code host is about to be asked to merge. From here on, a worker that follows a dead one finishes what
 * that one began.
 *
 * @returns false when that must not be: the job works again or is archived, its project has no policy any more, another
 *   commit was delivered, or another worker has the pull request.
 */
export async function beginMerge(
  db: Database,
  { jobId, number, epoch, decision }: Pick<MergeWatch, 'jobId' | 'number' | 'epoch' | 'decision'>,
  reasons: readonly string[],
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const job = await transaction
      .selectFrom('job')
      .innerJoin('project', 'project.id', 'job.project_id')
      .select(['job.status', 'job.messages', 'job.messages_read', 'project.merge_policy as policy'])
      .where('job.id', '=', jobId)
      .forUpdate('job')
      .executeTakeFirst();
    if (job?.status !== 'completed' || job.messages !== job.messages_read || job.policy === null) return false;
    const begun = await transaction
      .updateTable('merge_watch')
      .set({ decision: 'merging', reasons: [...reasons], due: null })
      .where('job_id', '=', jobId)
      .where('number', '=', number)
      .where('epoch', '=', epoch)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (begun.numUpdatedRows === 0n) return false;
    const detail = `Copydesk merges pull request #${number} without a person. ${reasons.join(' ')}`;
    if (decision !== 'merging') await appendEvents(transaction, jobId, [{ type: 'noted', data: { detail } }]);
    return true;
  });
}

/** Puts off a pull request, because judging it has failed, or because it is for another machine. */
export async function putOffMerge(
  db: Database,
  { jobId, number, epoch }: Pick<MergeWatch, 'jobId' | 'number' | 'epoch'>,
  { recheckAfter, failed }: { recheckAfter: Date; failed: boolean },
): Promise<void> {
  await db
    .updateTable('merge_watch')
    .set((eb) => ({ look_after: recheckAfter, failures: eb('failures', '+', failed ? 1 : 0) }))
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .where('epoch', '=', epoch)
    .execute();
}

/** The decision about the pull request of a `delivery`, as the API's field `merge`; empty where none is watched. */
export const mergeColumn = sql`coalesce((
  select jsonb_build_object('merge', jsonb_build_object(
    'decision', watched.decision, 'reasons', to_jsonb(watched.reasons),
    'due', to_char(watched.due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ))
  from merge_watch watched
  where watched.job_id = delivery.job_id and watched.number = delivery.pull_request_number
), '{}')`;
