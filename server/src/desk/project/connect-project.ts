import type { Actor } from '../../audit/actor.ts';
import type { AuditAction } from '../../audit/actions.ts';
import type { AuditedAction } from '../../audit/record.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import * as connections from '../../projects/connection/connection.ts';
import type { Connection, ConnectionDraft, ConnectionSettings } from '../../projects/connection/connection.ts';
import { audited } from '../audited.ts';

/** Encrypts credentials. */
type SecretBox = Parameters<typeof connections.connectProject>[1];

/** The project that the connection belongs to. */
type Subject = Pick<{ id: string; name: string }, 'id' | 'name'>;

/**
 * Connects a project with its code host, or replaces the credential of its connection.
 *
 * @param along changes made in the same transaction, such as the address of a repository that has moved.
 * @returns the webhook secret when it is a new one.
 * @throws CopydeskError `data_directory_refused`.
 */
export async function connectProject(
  { db, box }: { db: Database; box: SecretBox },
  actor: Actor,
  project: Subject,
  draft: ConnectionDraft,
  along?: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<{ connection: Connection; webhookSecret: string | undefined }> {
  return await audited(
    db,
    actor,
    async (transaction) => {
      const stored = await connections.connectProject(transaction, box, draft);
      await along?.(transaction);
      return stored;
    },
    ({ connection }) => actionOf('project.connect', project, { ...placeOf(connection), credential: connection.hint }),
  );
}

/** Changes the settings of a connection. @throws CopydeskError `not_found` when the project has none. */
export async function changeConnection(
  db: Database,
  actor: Actor,
  project: Subject,
  settings: ConnectionSettings,
): Promise<Connection> {
  return await audited(
    db,
    actor,
    async (transaction) => await connections.changeConnection(transaction, project.id, settings),
    (connection) => actionOf('project.connect', project, { ...placeOf(connection), ...settings }),
  );
}

/**
 * Replaces the webhook secret of a connection. The new one is returned here and never again. @throws CopydeskError
 * `not_found`
 */
export async function renewWebhookSecret(
  { db, box }: { db: Database; box: SecretBox },
  actor: Actor,
  project: Subject,
): Promise<string> {
  return await audited(
    db,
    actor,
    async (transaction) => await connections.renewWebhookSecret(transaction, box, project.id),
    () => actionOf('project.connect', project, { webhookSecret: 'renewed' }),
  );
}

/** Removes the connection of a project, with its secrets. Returns false when there was none. */
export async function disconnectProject(db: Database, actor: Actor, project: Subject): Promise<boolean> {
  return await audited(
    db,
    actor,
    async (transaction) => await connections.disconnectProject(transaction, project.id),
    (wasConnected) => (wasConnected ? actionOf('project.disconnect', project, {}) : undefined),
  );
}

function placeOf({ host, repository, apiUrl }: Connection) {
  return { host, repository, apiUrl };
}

function actionOf(action: AuditAction, { id, name }: Subject, detail: Record<string, unknown>): AuditedAction {
  return { action, projectId: id, subject: { kind: 'project', id, name }, detail };
}
