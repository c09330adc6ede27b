import type { Database } from '../../postgres/database.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import { rotateKey } from '../../projects/key/rotate-key.ts';
import { audited } from '../audited.ts';
import { keyAction } from './keys.ts';
import type { KeyManager } from './keys.ts';

/**
 * Replaces a key. The old one keeps working for an hour.
 *
 * @returns the new key with its token, shown this once, and the old one with its new expiry.
 * @throws CopydeskError `not_found`, `key_ended`.
 */
export async function rotateKeyAs(
  db: Database,
  { actor, boundTo }: KeyManager,
  { keyId, now }: { keyId: string; now: Date },
): Promise<{ key: ApiKey; token: string; old: ApiKey }> {
  const query = { organisationId: actor.organisationId, keyId, boundTo, now, createdBy: actor.name };
  return await audited(
    db,
    actor,
    (transaction) => rotateKey(transaction, query),
    ({ old, key }) => keyAction('key.rotate', old, { rotatedTo: key.id, until: old.expiresAt }),
  );
}
