import { randomBytes } from 'node:crypto';
import { CopydeskError, Webhook } from '@copydesk/contract';
import type { CreatedWebhook, WebhookEvent } from '@copydesk/contract';
import { sql } from 'kysely';
import { inTransaction } from '../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { countInProject } from '../postgres/room-in-project.ts';
import type { PrivateNetworks } from '../network/private-networks.ts';
import type { SecretBox } from '../secrets/box.ts';
import { checkAddress } from './address.ts';
import { newSecret } from './signature.ts';

/** Each end of a job causes one row for each of them. */
const maximumWebhooks = 20;

/**
 * Creates a webhook. Only this result contains its secret, which cannot be read again.
 *
 * @throws CopydeskError `invalid_request` for an address that is not allowed, `too_many_webhooks`,
 *   `data_directory_refused`.
 */
export async function createWebhook(
  db: Database,
  guard: { box: SecretBox; allowed: PrivateNetworks },
  draft: { projectId: string; url: string; events: readonly WebhookEvent[] },
): Promise<CreatedWebhook> {
  const id = `whk_${randomBytes(11).toString('hex')}`;
  const url = checkAddress(draft.url, guard.allowed);
  const secret = newSecret();
  const sealed = await guard.box.seal(secret, purposeOf(id));
  const row = await inTransaction(db, async (transaction) => {
    if ((await countInProject(transaction, 'webhook', draft.projectId)) >= maximumWebhooks) throw tooMany();
    return await transaction
      .insertInto('webhook')
      .values({ id, project_id: draft.projectId, url, secret: sealed, events: [...new Set(draft.events)] })
      .returning(columns)
      .executeTakeFirstOrThrow();
  });
  return { ...present(row), secret };
}

/** Returns the purpose that a webhook's secret is encrypted for. */
export function purposeOf(webhookId: string): string {
  return `webhook ${webhookId}`;
}

function tooMany(): CopydeskError {
  return new CopydeskError(
    'too_many_webhooks',
    `The project has ${maximumWebhooks} webhooks already, which is the maximum. Delete one that is no longer needed.`,
  );
}

/** Returns the webhooks of a project, oldest first. */
export async function listWebhooks(db: Database, projectId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .select(columns)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/** Returns a webhook of a project, or undefined when the project has no such one. */
export async function readWebhook(db: Database, projectId: string, id: string): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhook')
    .select(columns)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && present(row);
}

/** Returns the project of a webhook, for operators, who see all projects. */
export async function projectOfWebhook(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook')
    .innerJoin('project', 'project.id', 'webhook.project_id')
    .select('webhook.project_id')
    .where('webhook.id', '=', id)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.project_id;
}

/** Stops all deliveries of a deleted project: those that wait and those that would come. */
export async function stopWebhooksOf(transaction: DatabaseTransaction, projectId: string): Promise<void> {
  await sql`
    update webhook set disabled_at = now(), disabled_reason = 'gone'
    where project_id = ${projectId} and disabled_at is null
  `.execute(transaction);
  await sql`
    update webhook_delivery set next_attempt_at = null, given_up_at = now(), leased_until = null
    where project_id = ${projectId} and next_attempt_at is not null
  `.execute(transaction);
}

/** Deletes a webhook, with its deliveries and their log. Deleting it again changes nothing. */
export async function deleteWebhook(db: Database, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).where('project_id', '=', projectId).execute();
}

/** Enables a webhook again, as if it had never failed; returns undefined when it does not exist. */
export async function enableWebhook(db: Database, projectId: string, id: string): Promise<Webhook | undefined> {
  const row = await db
    .updateTable('webhook')
    .set({
      failing_since: sql<Date | null>`case when disabled_at is null then failing_since end`,
      disabled_at: null,
      disabled_reason: null,
    })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning(columns)
    .executeTakeFirst();
  return row && present(row);
}

const columns = ['id', 'url', 'events', 'created_at', 'failing_since', 'disabled_at', 'disabled_reason'] as const;

interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  created_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
}

function present(row: WebhookRow): Webhook {
  return Webhook.parse({
    id: row.id,
    url: row.url,
    events: row.events,
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledReason: row.disabled_reason,
  });
}
