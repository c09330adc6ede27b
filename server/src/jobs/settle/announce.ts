import { randomBytes } from 'node:crypto';
import type { JobOutcome, JobStatus, WebhookEvent } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import { isOfTestMode } from '../../postgres/test-organisation.ts';

/** Notified for the sender of webhooks, when the transaction commits. */
const dueChannel = 'webhook_due';

/**
 * Writes the webhook deliveries of a job's new status, in the transaction that changes it: so the project's webhooks
 * report everything that has happened, and nothing else.
 */
export async function announceJob(
  transaction: DatabaseTransaction,
  jobId: string,
  status: Exclude<JobStatus, 'active'>,
  outcome: JobOutcome['kind'] | null,
): Promise<void> {
  const type = `job.${status}` satisfies WebhookEvent;
  const webhooks = await webhooksFor(transaction, jobId, type);
  if (webhooks.length === 0) return;
  const deliveries = webhooks.map(({ id, projectId, at }) => {
    // The job's address is left out, because the sender knows the address of the API.
    const payload = { type, timestamp: at.toISOString(), data: { id: jobId, projectId, status, outcome } };
    return {
      id: `msg_${randomBytes(11).toString('hex')}`,
      webhook_id: id,
      project_id: projectId,
      job_id: jobId,
      type,
      payload: JSON.stringify(payload),
      next_attempt_at: at,
    };
  });
  await transaction.insertInto('webhook_delivery').values(deliveries).execute();
  await sql`select pg_notify(${dueChannel}, '')`.execute(transaction);
}

/** A job of the test mode calls no webhooks, unless one of its prompts contains `test:webhooks`. */
function isAsked(jobId: string) {
  return sql<boolean>`exists (
    select from job where id = ${jobId} and (
      not ${isOfTestMode('organisation_id')}
      or exists (select from job_message where job_id = job.id and prompt ~ '\\mtest:webhooks\\M')
    )
  )`;
}

/**
 * Locks the rows until the transaction ends: a webhook that is being deleted is waited for and then left out, instead
 * of failing the job's own change.
 */
async function webhooksFor(
  transaction: DatabaseTransaction,
  jobId: string,
  type: WebhookEvent,
): Promise<{ id: string; projectId: string; at: Date }[]> {
  return await transaction
    .selectFrom('webhook')
    .select(['webhook.id', 'webhook.project_id as projectId', sql<Date>`now()`.as('at')])
    .where('webhook.project_id', '=', (eb) => eb.selectFrom('job').select('project_id').where('id', '=', jobId))
    .where('webhook.disabled_at', 'is', null)
    .where(isAsked(jobId))
    .where(sql<boolean>`${type}::text = any (webhook.events)`)
    .forKeyShare()
    .execute();
}
