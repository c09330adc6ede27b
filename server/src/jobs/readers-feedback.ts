import { sql } from 'kysely';
import type { DatabaseTransaction } from '../postgres/database.ts';
import { deliveredState, newestDelivery } from './present.ts';

/**
 * Locks readers' feedback until the transaction ends. Returns whether all of it is pending: one part may have been
 * deleted, or handled by somebody else.
 */
export async function lockPendingFeedback(
  transaction: DatabaseTransaction,
  feedbackIds: readonly string[],
): Promise<boolean> {
  if (feedbackIds.length === 0) return true;
  const { rows } = await sql`
    select id from feedback where id = any(${[...feedbackIds]}::text[]) and status = 'pending'
    order by id for no key update
  `.execute(transaction);
  return rows.length === feedbackIds.length;
}

/** Assigns readers' feedback to a job: it becomes in progress, and then follows the job's state. */
export async function giveFeedback(
  transaction: DatabaseTransaction,
  jobId: string,
  feedbackIds: readonly string[],
): Promise<void> {
  if (feedbackIds.length === 0) return;
  await sql`
    update feedback set status = 'in_progress', status_at = now(), job_id = ${jobId}, follows_job = true,
      resolved_number = null, resolved_link = null
    where id = any(${[...feedbackIds]}::text[])
  `.execute(transaction);
}

/**
 * Sets the feedback of a job to the state that matches the job: resolved when its last pull request is merged, in
 * progress while the job works or the pull request is open, pending again otherwise. Resolved feedback stays resolved.
 *
 * Must run in the transaction in which the job or its pull request changes. Of two concurrent transactions each would
 * miss the other's change. So a separate statement locks the rows, and the second one sees what the first has done.
 */
export async function settleFeedback(transaction: DatabaseTransaction, jobId: string): Promise<void> {
  const { rows } = await sql`
    select id from feedback where job_id = ${jobId} and follows_job order by id for no key update
  `.execute(transaction);
  if (rows.length === 0) return;
  await sql`
    update feedback set status = stands.status, status_at = now(), follows_job = stands.status <> 'resolved',
      resolved_number = case when stands.status = 'resolved' then stands.number end,
      resolved_link = case when stands.status = 'resolved' then stands.link end
    from (
      select last.number, last.link, case
        when last.state = 'merged' then 'resolved'
        when job.status = 'active' or last.state = 'open' then 'in_progress'
        else 'pending'
      end as status
      from job left join lateral (
        select ${deliveredState} as state, delivery.pull_request_number as number, delivery.pull_request_link as link
        from ${newestDelivery}
      ) last on true
      where job.id = ${jobId}
    ) stands
    where feedback.job_id = ${jobId} and feedback.follows_job and feedback.status <> stands.status
  `.execute(transaction);
}
