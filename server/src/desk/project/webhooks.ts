import type { CreatedWebhook, Webhook, WebhookDelivery } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import type { AuditAction } from '../../audit/actions.ts';
import type { AuditedAction } from '../../audit/record.ts';
import type { Database } from '../../postgres/database.ts';
import * as deliveries from '../../webhooks/deliveries.ts';
import * as webhooks from '../../webhooks/webhook.ts';
import { audited } from '../audited.ts';

interface Named {
  projectId: string;
  id: string;
}

/** @throws CopydeskError `invalid_request`, `too_many_webhooks`, `data_directory_refused`. */
export async function createWebhook(
  db: Database,
  guard: Parameters<typeof webhooks.createWebhook>[1],
  actor: Actor,
  draft: Parameters<typeof webhooks.createWebhook>[2],
): Promise<CreatedWebhook> {
  return await audited(
    db,
    actor,
    async (transaction) => await webhooks.createWebhook(transaction, guard, draft),
    ({ id, url, events }) => actionOf('webhook.create', { projectId: draft.projectId, id }, { url, events }),
  );
}

/** A second deletion changes nothing. */
export async function deleteWebhook(db: Database, actor: Actor, { projectId, id }: Named): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => {
      const there = await webhooks.readWebhook(transaction, projectId, id);
      if (there !== undefined) await webhooks.deleteWebhook(transaction, projectId, id);
      return there;
    },
    (there) => there && actionOf('webhook.delete', { projectId, id }, { url: there.url }),
  );
}

/** Returns undefined when it does not exist. */
export async function enableWebhook(
  db: Database,
  actor: Actor,
  { projectId, id }: Named,
): Promise<Webhook | undefined> {
  return await audited(
    db,
    actor,
    async (transaction) => await webhooks.enableWebhook(transaction, projectId, id),
    (enabled) => enabled && actionOf('webhook.enable', { projectId, id }, { url: enabled.url }),
  );
}

/** Returns undefined when it does not exist. */
export async function testWebhook(
  db: Database,
  actor: Actor,
  webhook: Named,
  now: Date,
): Promise<WebhookDelivery | undefined> {
  return await audited(
    db,
    actor,
    async (transaction) => await deliveries.testWebhook(transaction, webhook, now),
    (delivery) => delivery && actionOf('webhook.test', webhook, { delivery: delivery.id }),
  );
}

/** Returns undefined when the webhook has no such delivery. */
export async function redeliver(
  db: Database,
  actor: Actor,
  webhook: Named,
  deliveryId: string,
): Promise<WebhookDelivery | undefined> {
  return await audited(
    db,
    actor,
    async (transaction) => await deliveries.redeliver(transaction, { webhookId: webhook.id, deliveryId }),
    (delivery) => delivery && actionOf('webhook.redeliver', webhook, { delivery: delivery.id, type: delivery.type }),
  );
}

function actionOf(action: AuditAction, { projectId, id }: Named, detail: Record<string, unknown>): AuditedAction {
  return { action, projectId, subject: { kind: 'webhook', id }, detail };
}
