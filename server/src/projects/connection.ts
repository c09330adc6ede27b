import type { Selectable } from 'kysely';
import type { Database, Schema } from '../postgres/database.ts';

/** Where a project's repository is hosted, and how Copydesk acts there. Its secrets are read apart, when they are needed. */
export interface Connection {
  projectId: string;
  host: 'github' | 'gitlab' | 'gitea' | 'forgejo' | 'git';
  /** The base address of the host's API, without a slash at the end; '' for `git`. */
  apiUrl: string;
  /** What the host calls the repository: `owner/name`. */
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

/** The connection of a project, or undefined when its pull requests are with Copydesk and git asks for nothing. */
export async function readConnection(db: Database, projectId: string): Promise<Connection | undefined> {
  const row = await db
    .selectFrom('code_host_connection')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && present(row);
}

/** The secrets of a connection, sealed: {@link credentialPurpose} and {@link webhookPurpose} open them. */
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

/** What the credential of a connection is sealed for. */
export function credentialPurpose(projectId: string): string {
  return `code host credential ${projectId}`;
}

/** What the webhook secret of a connection is sealed for. */
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
