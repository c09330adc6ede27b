import { CopydeskError } from '@copydesk/contract';
import { inTransaction } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { createKey } from './keys.ts';
import { isKeyOf, keyState, readKey } from './read-keys.ts';
import type { ApiKey, KeyQuery } from './read-keys.ts';

/** How long the old key works, so that its users can be given the new one. */
const overlapMilliseconds = 60 * 60 * 1000;

/**
 * Creates another key with the settings of an existing one. Its lifetime is as long as the old key's was at creation.
 * The old key stays valid for an hour. The token is returned only here.
 * @throws CopydeskError `not_found`; `key_ended` when it is revoked, has expired or was rotated.
 */
export async function rotateKey(
  db: Database,
  { now, createdBy, ...query }: KeyQuery & { now: Date; createdBy: string },
): Promise<{ key: ApiKey; token: string; old: ApiKey }> {
  return await inTransaction(db, async (transaction) => {
    // Of two concurrent rotations, the second waits here, and then gets an error.
    await transaction.selectFrom('api_key').select('id').where(isKeyOf(query)).forNoKeyUpdate().execute();
    const old = await readKey(transaction, query);
    requireRotatable(old, now);
    const { name, scopes, projectId, allowedAddresses, test } = old;
    const draft = { organisationId: query.organisationId, name, scopes, projectId, test, createdBy };
    const made = await createKey(
      transaction,
      { ...draft, expiresAt: sameLifetime(old, now), allowedAddresses: allowedAddresses ?? [] },
      { now },
    );
    const end = new Date(now.getTime() + overlapMilliseconds);
    const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
    await transaction
      .updateTable('api_key')
      .set({ rotated_to: made.key.id, expires_at: expiresAt })
      .where('id', '=', old.id)
      .execute();
    return { ...made, old: { ...old, rotatedTo: made.key.id, expiresAt } };
  });
}

function requireRotatable(key: ApiKey, now: Date): void {
  const state = keyState(key, now);
  if (state !== 'valid') {
    const found = state === 'revoked' ? 'is revoked' : 'has expired';
    throw new CopydeskError('key_ended', `The key "${key.name}" ${found}, and cannot be rotated. Make a new key.`);
  }
  if (key.rotatedTo === null) return;
  throw new CopydeskError(
    'key_ended',
    `The key "${key.name}" was rotated already: ${key.rotatedTo} replaces it. Rotate that one, or create a new key.`,
  );
}

function sameLifetime({ createdAt, expiresAt }: ApiKey, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}
