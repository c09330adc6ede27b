import { secretBox } from '../../src/secrets/box.ts';
import { credentialPurpose, webhookPurpose } from '../../src/projects/connection/connection.ts';
import type { Database } from '../../src/postgres/database.ts';

/** Seals and opens the secrets of {@link connectProject}. */
export const testBox = secretBox(async () => Buffer.alloc(32, 7));

interface ConnectionChange {
  host?: string;
  apiUrl?: string;
  repository?: string;
  token?: string;
  webhookSecret?: string;
  login?: string | null;
}

/** A project's connection to a code host, written straight into the table. */
export async function connectProject(db: Database, projectId: string, change: ConnectionChange = {}): Promise<void> {
  const { host = 'github', apiUrl = 'http://127.0.0.1:9', token = 'token', webhookSecret = 'whsec' } = change;
  const credential = await testBox.seal(JSON.stringify({ kind: 'token', token }), credentialPurpose(projectId));
  await db
    .insertInto('code_host_connection')
    .values({
      project_id: projectId,
      host,
      api_url: apiUrl,
      repository: change.repository ?? 'acme/docs',
      credential,
      credential_kind: 'token',
      hint: token.slice(-4),
      login: change.login === undefined ? 'copydesk-bot' : change.login,
      webhook_secret: await testBox.seal(webhookSecret, webhookPurpose(projectId)),
    })
    .execute();
}
