import type { Database } from '../../postgres/database.ts';
import { type AuthenticatedKey, admit, type KeyUse, validKeys } from './authenticate.ts';
import { hashToken, newToken } from '../../secrets/token.ts';

const lifetimeSeconds = 14 * 24 * 60 * 60;

/**
 * Signs a browser in with an authenticated key, and returns the session's token. The session has the key's permissions,
 * and ends with it.
 */
export async function createKeySession(db: Database, keyId: string, { now }: { now: Date }): Promise<string> {
  const sessionToken = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  await db.deleteFrom('key_session').where('key_id', '=', keyId).where('expires_at', '<=', now).execute();
  await db
    .insertInto('key_session')
    .values({ hash: hashToken(sessionToken), key_id: keyId, created_at: now, expires_at: expiresAt })
    .execute();
  return sessionToken;
}

/**
 * Returns the key of a session. Undefined when the session is unknown, ended or expired, or its key is no longer valid.
 * @throws CopydeskError `address_not_allowed`
 */
export async function readKeySession(
  db: Database,
  sessionToken: string,
  use: KeyUse,
): Promise<AuthenticatedKey | undefined> {
  const row = await validKeys(db, use)
    .innerJoin('key_session', 'key_session.key_id', 'api_key.id')
    .where('key_session.hash', '=', hashToken(sessionToken))
    .where('key_session.expires_at', '>', use.now)
    .executeTakeFirst();
  return row && admit(db, row, use);
}

/** Ends a session. An unknown session has already ended. */
export async function endKeySession(db: Database, sessionToken: string): Promise<void> {
  await db.deleteFrom('key_session').where('hash', '=', hashToken(sessionToken)).execute();
}
