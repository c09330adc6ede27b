import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** A delivery that this process may send: no other process does as long as the lease lasts. */
export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  projectId: string;
  /** Stored without the job's address. */
  payload: unknown;
  /**
   * The number of this attempt. A later claim has a greater one, and then the outcome of this attempt no longer counts.
   */
  attempt: number;
  url: string;
  sealedSecret: Buffer;
}

/**
 * Leases the delivery that has been due for longest, including one whose sender was killed, and stores the attempt
 * before it is made.
 *
 * @param options.busy webhooks and projects that have enough deliveries in progress, so that a slow receiver delays
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

/** Releases a delivery that a process could not finish in time: another sends it again at once. */
export async function releaseDelivery(db: Database, delivery: { id: string; attempt: number }): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ leased_until: null })
    .where('id', '=', delivery.id)
    .where('attempts', '=', delivery.attempt)
    .execute();
}
