import type { Database } from '../postgres/database.ts';
import type { ApiKey } from '../projects/read-keys.ts';
import { rotateKey } from '../projects/rotate-key.ts';
import { audited } from './audited.ts';
import { keyDeed } from './keys.ts';
import type { KeyKeeper } from './keys.ts';

/**
 * Puts another key in the place of one, which lives on for an hour.
 *
 * @returns the new key with its token, shown this once, and the old one as it is from now on.
 * @throws CopydeskError `not_found`, `key_ended`.
 */
export async function replaceKey(
  db: Database,
  { actor, boundTo }: KeyKeeper,
  { keyId, now }: { keyId: string; now: Date },
): Promise<{ key: ApiKey; token: string; old: ApiKey }> {
  const query = { organisationId: actor.organisationId, keyId, boundTo, now, createdBy: actor.name };
  return await audited(
    db,
    actor,
    (transaction) => rotateKey(transaction, query),
    ({ old, key }) => keyDeed('key.rotate', old, { rotatedTo: key.id, until: old.expiresAt }),
  );
}
