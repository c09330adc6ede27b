import { randomBytes } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { CodeHostName } from '@copydesk/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Schema } from '../../postgres/database.ts';
import type { SecretBox } from '../../secrets/box.ts';

/**
 * Where a project's repository is hosted, and how Copydesk acts there. Its secrets are read separately, when they are
 * needed.
 */
export interface Connection {
  projectId: string;
  host: CodeHostName;
  /** The base address of the host's API, without a trailing slash; '' for `git`. */
  apiUrl: string;
  /** The host's name of the repository: `owner/name`. */
  repository: string;
  credentialKind: 'token' | 'app' | 'password';
  /** The last characters of the credential, to tell credentials apart. */
  hint: string;
  login: string | null;
  /** The name by which comments address Copydesk, without the @. */
  mention: string;
  draft: boolean;
  labels: string[];
  reviewers: string[];
  webhookSeenAt: Date | null;
  updatedAt: Date;
}

type ConnectionRow = Selectable<Schema['code_host_connection']>;

/** Returns the connection of a project. Undefined when Copydesk hosts its pull requests and git needs no credential. */
export async function readConnection(db: Database, projectId: string): Promise<Connection | undefined> {
  const row = await db
    .selectFrom('code_host_connection')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && present(row);
}

/** The values of a new connection. */
export interface ConnectionDraft {
  projectId: string;
  host: Connection['host'];
  apiUrl: string;
  repository: string;
  /** JSON, as the code host clients read it. */
  credential: string;
  credentialKind: Connection['credentialKind'];
  hint: string;
  login: string | null;
  settings: ConnectionSettings;
}

/** What may change in a connection without its credential; absent fields stay. */
export type ConnectionSettings = Partial<Pick<Connection, 'mention' | 'draft' | 'labels' | 'reviewers'>>;

/**
 * Creates the connection of a project, or replaces the credential of an existing one. The new credential is used from
 * the next transfer on, in every process. The webhook secret stays as long as the repository does.
 *
 * @returns the webhook secret when it is new: it is returned only here.
 * @throws CopydeskError `data_directory_refused` when there is no key to seal with.
 */
export async function connectProject(
  db: Database,
  box: SecretBox,
  draft: ConnectionDraft,
): Promise<{ connection: Connection; webhookSecret: string | undefined }> {
  const { projectId, host, apiUrl, repository, credentialKind, hint, login, settings } = draft;
  const webhookSecret = newWebhookSecret();
  const [credential, sealedSecret] = await Promise.all([
    box.seal(draft.credential, credentialPurpose(projectId)),
    box.seal(webhookSecret, webhookPurpose(projectId)),
  ]);
  const place = { host, api_url: apiUrl, repository };
  const values = { ...place, credential, credential_kind: credentialKind, hint, login, ...settings };
  const row = await db
    .insertInto('code_host_connection')
    .values({ project_id: projectId, ...values, webhook_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({
        ...values,
        updated_at: later,
        webhook_secret: sql<Buffer>`case
          when (code_host_connection.host, code_host_connection.api_url, code_host_connection.repository)
            = (excluded.host, excluded.api_url, excluded.repository)
          then code_host_connection.webhook_secret else excluded.webhook_secret end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  const isNew = Buffer.from(row.webhook_secret).equals(sealedSecret);
  return { connection: present(row), webhookSecret: isNew ? webhookSecret : undefined };
}

/**
 * Changes the settings of a connection.
 * @throws CopydeskError `not_found` when the project has none.
 */
export async function changeConnection(
  db: Database,
  projectId: string,
  settings: ConnectionSettings,
): Promise<Connection> {
  const row = await db
    .updateTable('code_host_connection')
    .set({ ...settings, updated_at: later })
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst();
  return present(row ?? noConnection(projectId));
}

/**
 * Replaces the webhook secret of a connection: what is signed with the old one is refused from now on.
 * @returns the secret, which is returned only here.
 * @throws CopydeskError `not_found` when the project has no connection.
 */
export async function renewWebhookSecret(db: Database, box: SecretBox, projectId: string): Promise<string> {
  const secret = newWebhookSecret();
  const row = await db
    .updateTable('code_host_connection')
    .set({ webhook_secret: await box.seal(secret, webhookPurpose(projectId)), updated_at: later })
    .where('project_id', '=', projectId)
    .returning('project_id')
    .executeTakeFirst();
  if (row === undefined) noConnection(projectId);
  return secret;
}

/** Deletes the connection of a project, with its secrets. Returns false when there was none. */
export async function disconnectProject(db: Database, projectId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('code_host_connection')
    .where('project_id', '=', projectId)
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the repository's current name at the code host; the host is still the same. */
export async function renameConnected(db: Database, projectId: string, repository: string): Promise<void> {
  await db
    .updateTable('code_host_connection')
    .set({ repository, updated_at: later })
    .where('project_id', '=', projectId)
    .execute();
}

/** Gives a project the new address of its repository, which was renamed or has moved to a code host. */
export async function moveRepository(db: Database, projectId: string, repository: string): Promise<void> {
  await db.updateTable('project').set({ repository, repository_kind: 'url' }).where('id', '=', projectId).execute();
}

/** Reads the sealed secrets of a connection: {@link credentialPurpose} and {@link webhookPurpose} open them. */
export async function readSealed(
  db: Database,
  projectId: string,
): Promise<{ credential: Buffer; webhookSecret: Buffer } | undefined> {
  return await db
    .selectFrom('code_host_connection')
    .select(['credential', 'webhook_secret as webhookSecret'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** Gives each change a different millisecond, because processes tell the versions of a connection apart by it. */
const later = sql<Date>`greatest(
  date_trunc('milliseconds', clock_timestamp()), code_host_connection.updated_at + interval '1 millisecond'
)`;

/** Returns 256 bits, in characters that every host's form accepts. */
function newWebhookSecret(): string {
  return randomBytes(32).toString('hex');
}

function noConnection(projectId: string): never {
  throw new CopydeskError(
    'not_found',
    `The project ${projectId} is not connected with a code host. "copydesk project connect ${projectId}" does it.`,
  );
}

/** The purpose under which the credential of a connection is sealed. */
export function credentialPurpose(projectId: string): string {
  return `code host credential ${projectId}`;
}

/** The purpose under which the webhook secret of a connection is sealed. */
export function webhookPurpose(projectId: string): string {
  return `code host webhook ${projectId}`;
}

function present(row: ConnectionRow): Connection {
  return {
    projectId: row.project_id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's check allows no other
    host: row.host as Connection['host'],
    apiUrl: row.api_url,
    repository: row.repository,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's check allows no other
    credentialKind: row.credential_kind as Connection['credentialKind'],
    hint: row.hint,
    login: row.login,
    mention: row.mention,
    draft: row.draft,
    labels: row.labels,
    reviewers: row.reviewers,
    webhookSeenAt: row.webhook_seen_at,
    updatedAt: row.updated_at,
  };
}
