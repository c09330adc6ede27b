import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** A delivery that this process may send: nobody else does as long as the lease lasts. */
export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  projectId: string;
  /** Stored without the job's address. */
  payload: unknown;
  /** The number of this attempt: who claims it later has a greater one, and what this one then stores counts no more. */
  attempt: number;
  url: string;
  sealedSecret: Buffer;
}

/**
 * Leases the delivery that has been due for longest, also one whose sender was killed, and notes the attempt before
 * it is made.
 *
 * @param options.busy webhooks and projects that are sent enough at the moment: one that answers slowly holds up
 *   nobody else.
 * @returns undefined when nothing is due.
 */
export async function claimDelivery(
  db: Database,
  options: { leaseSeconds: number; busy: { webhooks: string[]; projects: string[] } },
): Promise<ClaimedDelivery | undefined> {
  const { leaseSeconds, busy } = options;
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select id from webhook_delivery
      where next_attempt_at <= now() and (leased_until is null or leased_until < now())
        and webhook_id <> all (${busy.webhooks}::text[]) and project_id <> all (${busy.projects}::text[])
      order by next_attempt_at
      limit 1
      for update skip locked
    ), claimed as (
      update webhook_delivery
      set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${leaseSeconds})
      from due
      where webhook_delivery.id = due.id
      returning webhook_delivery.*
    ), noted as (
      insert into webhook_attempt (delivery_id, number) select id, attempts from claimed
    )
    select claimed.id, claimed.webhook_id as "webhookId", claimed.project_id as "projectId", claimed.payload,
      claimed.attempts as attempt, webhook.url, webhook.secret as "sealedSecret"
    from claimed join webhook on webhook.id = claimed.webhook_id
  `.execute(db);
  return rows[0];
}

/** Gives a delivery back that a process could not end before it had to: it is sent again at once by another. */
export async function releaseDelivery(db: Database, delivery: { id: string; attempt: number }): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ leased_until: null })
    .where('id', '=', delivery.id)
    .where('attempts', '=', delivery.attempt)
    .execute();
}
