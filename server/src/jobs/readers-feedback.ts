import { sql } from 'kysely';
import type { DatabaseTransaction } from '../postgres/database.ts';
import { deliveredState, newestDelivery } from './present.ts';

/** Gives a job what readers said: it is in progress, and goes on with what becomes of the job. */
export async function giveFeedback(
  transaction: DatabaseTransaction,
  jobId: string,
  feedbackIds: readonly string[],
): Promise<void> {
  await sql`
    update feedback set status = 'in_progress', status_at = now(), job_id = ${jobId}, follows_job = true,
      resolved_number = null, resolved_link = null
    where id = any(${[...feedbackIds]}::text[])
  `.execute(transaction);
}

/**
 * Brings what readers said, and a job was given, to the state that the job stands for: resolved when its last pull request is
 * merged, in progress while the job works or the pull request is open, pending again otherwise. What is resolved stays so.
 *
 * It belongs to the transaction in which the job or its pull request changes. Of two that change at once each would miss the
 * other's change: so the rows are locked by a statement of its own, and the next sees what the other has done.
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
