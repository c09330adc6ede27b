import { randomBytes } from 'node:crypto';
import { DeliveryId } from '@copydesk/contract';
import type { WebhookDelivery, WebhookDeliveryList, WebhookPayload } from '@copydesk/contract';
import { sql } from 'kysely';
import { inTransaction } from '../postgres/database.ts';
import type { Database } from '../postgres/database.ts';
import { present, selectDeliveries } from './present-delivery.ts';
import { checkCursor } from '../postgres/statements/cursor.ts';

/** Wakes the senders: notified when there is something to send. */
export const dueChannel = 'webhook_due';

/**
 * Returns a page of a webhook's deliveries, newest first. The cursor is the last id of the page before.
 *
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export async function listDeliveries(
  db: Database,
  webhookId: string,
  page: { limit: number; cursor?: string },
): Promise<WebhookDeliveryList> {
  const before = checkCursor(page.cursor, DeliveryId);
  const place = sql`select created_at, id from webhook_delivery where webhook_id = ${webhookId} and id = ${before}`;
  const after = sql<boolean>`(created_at, id) < (${place})`;
  const rows = await selectDeliveries(db)
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) => query.where(after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    deliveries: shown.map(present),
    nextCursor: rows.length > page.limit && last !== undefined ? last.id : null,
  };
}

/** Stores a test delivery, which is sent like any other. Returns undefined when there is no such webhook. */
export async function testWebhook(
  db: Database,
  webhook: { projectId: string; id: string },
  now: Date,
): Promise<WebhookDelivery | undefined> {
  const id = `msg_${randomBytes(11).toString('hex')}`;
  const data = { id: webhook.id, projectId: webhook.projectId };
  const payload: WebhookPayload = { type: 'test', timestamp: now.toISOString(), data };
  return await inTransaction(db, async (transaction) => {
    // Locks the webhook, so that one that is deleted meanwhile counts as absent instead of making the insert fail.
    await sql`
      insert into webhook_delivery (id, webhook_id, project_id, type, payload, next_attempt_at)
      select ${id}, id, project_id, 'test', ${JSON.stringify(payload)}::jsonb, now()
      from webhook where id = ${webhook.id} and project_id = ${webhook.projectId}
      for key share
    `.execute(transaction);
    await sql`select pg_notify(${dueChannel}, '')`.execute(transaction);
    const row = await selectDeliveries(transaction).where('id', '=', id).executeTakeFirst();
    return row && present(row);
  });
}

/**
 * Sends a delivery again, at once and by the schedule from its beginning, with the same id and body. One that waits for
 * its next attempt waits no longer; one in progress is left alone.
 *
 * @returns the delivery in its new state; undefined when the webhook has no such one.
 */
export async function redeliver(
  db: Database,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<WebhookDelivery | undefined> {
  return await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('webhook_delivery')
      .set({
        attempts_before: sql<number>`case when next_attempt_at is null then attempts else attempts_before end`,
        next_attempt_at: sql<Date>`now()`,
        delivered_at: null,
        given_up_at: null,
      })
      .where('id', '=', deliveryId)
      .where('webhook_id', '=', webhookId)
      .execute();
    await sql`select pg_notify(${dueChannel}, '')`.execute(transaction);
    const row = await selectDeliveries(transaction)
      .where('id', '=', deliveryId)
      .where('webhook_id', '=', webhookId)
      .executeTakeFirst();
    return row && present(row);
  });
}

/** Returns the webhook of a delivery, for operators, who see all projects. */
export async function webhookOfDelivery(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_delivery')
    .innerJoin('project', 'project.id', 'webhook_delivery.project_id')
    .select('webhook_id')
    .where('webhook_delivery.id', '=', id)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.webhook_id;
}

/** Whether a webhook has such a delivery. */
export async function hasDelivery(db: Database, webhookId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('webhook_delivery').select('id').where('id', '=', id).where('webhook_id', '=', webhookId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Deletes deliveries, with their log, after 30 days. */
export async function forgetOldDeliveries(db: Database): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
