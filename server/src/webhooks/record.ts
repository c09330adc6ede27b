import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Outcome } from './outcome.ts';
import { pauseAfter } from './schedule.ts';

/** A webhook that has failed for so long without a single success is disabled. */
const patienceDays = 5;

/**
 * Stores the outcome of an attempt and its consequence: the next attempt by the schedule, the end of the delivery, or
 * the end of the webhook. An attempt whose lease has expired and that another has followed changes only its own line of
 * the log.
 *
 * @param chance a number from 0 to below 1.
 */
export async function recordOutcome(
  db: Database,
  delivery: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'attempt'>,
  outcome: Outcome & { milliseconds: number },
  chance: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Locks the webhook first, as its deletion does, which also deletes its deliveries.
    const webhook = await lockWebhook(transaction, delivery.webhookId);
    if (webhook === undefined) return;
    await transaction
      .updateTable('webhook_attempt')
      .set({ status: outcome.status, milliseconds: outcome.milliseconds, error: outcome.error })
      .where('delivery_id', '=', delivery.id)
      .where('number', '=', delivery.attempt)
      .execute();
    if (outcome.result === 'delivered') return await endDelivered(transaction, delivery);
    const last = await lastAttempt(transaction, delivery);
    if (last === undefined) return;
    const reason = outcome.result === 'gone' ? 'gone' : webhook.failedLong ? 'failing' : undefined;
    const pause =
      reason === undefined && !webhook.disabled
        ? pauseAfter(last.ofSchedule, outcome.retryAfterSeconds, chance)
        : undefined;
    await endFailed(transaction, delivery, pause);
    await noteFailure(transaction, delivery.webhookId);
    if (reason !== undefined && !webhook.disabled) await disable(transaction, delivery.webhookId, reason);
  });
}

async function lockWebhook(
  transaction: DatabaseTransaction,
  id: string,
): Promise<{ disabled: boolean; failedLong: boolean } | undefined> {
  return await transaction
    .selectFrom('webhook')
    .select([
      sql<boolean>`disabled_at is not null`.as('disabled'),
      sql<boolean>`coalesce(failing_since < now() - make_interval(days => ${patienceDays}), false)`.as('failedLong'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function endDelivered(
  transaction: DatabaseTransaction,
  { id, webhookId, attempt }: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'attempt'>,
): Promise<void> {
  const over = { next_attempt_at: null, leased_until: null, given_up_at: null, delivered_at: sql<Date>`now()` };
  await transaction
    .updateTable('webhook_delivery')
    .set(over)
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('next_attempt_at', 'is not', null)
    .execute();
  await transaction
    .updateTable('webhook')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/**
 * Returns the number of an attempt within the current schedule; undefined when it is no longer the last, or the
 * delivery has ended.
 */
async function lastAttempt(
  transaction: DatabaseTransaction,
  { id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>,
): Promise<{ ofSchedule: number } | undefined> {
  return await transaction
    .selectFrom('webhook_delivery')
    .select(sql<number>`attempts - attempts_before`.as('ofSchedule'))
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('next_attempt_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

async function endFailed(
  transaction: DatabaseTransaction,
  { id }: { id: string },
  pauseSeconds: number | undefined,
): Promise<void> {
  const change =
    pauseSeconds === undefined
      ? { next_attempt_at: null, given_up_at: sql<Date>`now()` }
      : { next_attempt_at: sql<Date>`now() + make_interval(secs => ${pauseSeconds})` };
  await transaction
    .updateTable('webhook_delivery')
    .set({ ...change, leased_until: null })
    .where('id', '=', id)
    .execute();
}

async function noteFailure(transaction: DatabaseTransaction, webhookId: string): Promise<void> {
  await transaction
    .updateTable('webhook')
    .set({ failing_since: sql<Date>`now()` })
    .where('id', '=', webhookId)
    .where('failing_since', 'is', null)
    .execute();
}

/** Waiting deliveries are given up too; one that another process is sending ends by itself. */
async function disable(transaction: DatabaseTransaction, webhookId: string, reason: 'gone' | 'failing'): Promise<void> {
  await transaction
    .updateTable('webhook')
    .set({ disabled_at: sql<Date>`now()`, disabled_reason: reason })
    .where('id', '=', webhookId)
    .execute();
  await transaction
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: null, given_up_at: sql<Date>`now()` })
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .execute();
}
