import { sql } from 'kysely';
import type { DatabaseTransaction } from '../postgres/database.ts';
import { deliveredState, deliveriesOfJob, newestDelivery } from './present.ts';

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

/**
 * Assigns readers' feedback to a job, which gets it with its last message: it becomes in progress, and then follows the
 * job's state. Must run in the transaction that accepts the message.
 */
export async function giveFeedback(
  transaction: DatabaseTransaction,
  jobId: string,
  feedbackIds: readonly string[],
): Promise<void> {
  if (feedbackIds.length === 0) return;
  await sql`
    update feedback set status = 'in_progress', status_at = now(), job_id = ${jobId}, follows_job = true,
      given_with = (select max(position) from job_message where job_id = ${jobId}),
      resolved_number = null, resolved_link = null
    where id = any(${[...feedbackIds]}::text[])
  `.execute(transaction);
}

/**
 * Whether a `delivery` was made before its job read the message that brought a `feedback`, so that it cannot answer it.
 * A person may merge a pull request while such a message waits.
 */
const isEarlier = sql`exists (
  select from job_message message
    left join job_step step on step.job_id = message.job_id and step.number = message.read_at_step
  where message.job_id = feedback.job_id and message.position = feedback.given_with
    and (message.read_at_step is null or step.turn > delivery.turn)
)`;

/**
 * Sets the feedback of a job to the state that matches the job: resolved when a pull request that answers it is merged,
 * otherwise in progress while the job works or its last pull request is open, and pending when neither is so. Resolved
 * feedback stays resolved.
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
      resolved_number = stands.number, resolved_link = stands.link
    from (
      select feedback.id, merged.number, merged.link, case
        when merged.number is not null then 'resolved'
        when job.status = 'active' or last.state = 'open' then 'in_progress'
        else 'pending'
      end as status
      from feedback join job on job.id = feedback.job_id
        left join lateral (select ${deliveredState} as state from ${newestDelivery}) last on true
        left join lateral (
          select delivery.pull_request_number as number, delivery.pull_request_link as link from ${deliveriesOfJob}
          where delivery.job_id = job.id and delivery.finished_at is not null and ${deliveredState} = 'merged'
            and not ${isEarlier}
          order by delivery.number desc limit 1
        ) merged on true
      where feedback.job_id = ${jobId} and feedback.follows_job
    ) stands
    where feedback.id = stands.id and feedback.status <> stands.status
  `.execute(transaction);
}
