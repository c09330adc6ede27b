import { randomBytes } from 'node:crypto';
import type { WebhookEvent, WebhookPayload } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../postgres/database.ts';
import { dueChannel } from './deliveries.ts';

/** The part of an event that is stored: the addresses are added when it is sent. */
export type ReadyReport = Omit<Extract<WebhookPayload, { type: 'report.ready' }>['data'], 'url' | 'page'>;

/**
 * Writes a delivery of a report for each webhook of its project that subscribes to `report.ready`, in the transaction
 * of the caller, which records that this was done.
 */
export async function announceReport(transaction: DatabaseTransaction, data: ReadyReport, now: Date): Promise<void> {
  const type = 'report.ready' satisfies WebhookEvent;
  // Locks the webhooks: one that is being deleted is waited for and then left out.
  const webhooks = await transaction
    .selectFrom('webhook')
    .select('id')
    .where('project_id', '=', data.projectId)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`${type}::text = any (events)`)
    .forKeyShare()
    .execute();
  if (webhooks.length === 0) return;
  const payload = JSON.stringify({ type, timestamp: now.toISOString(), data });
  const deliveries = webhooks.map(({ id }) => ({
    id: `msg_${randomBytes(11).toString('hex')}`,
    webhook_id: id,
    project_id: data.projectId,
    type,
    payload,
    next_attempt_at: sql<Date>`now()`,
  }));
  await transaction.insertInto('webhook_delivery').values(deliveries).execute();
  await sql`select pg_notify(${dueChannel}, '')`.execute(transaction);
}
