import type { Database } from '../../postgres/database.ts';
import { revokeKey } from '../../projects/key/keys.ts';
import { readKey } from '../../projects/key/read-keys.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import { audited } from '../audited.ts';
import { keyAction } from './keys.ts';
import type { KeyManager } from './keys.ts';

/** Revokes a key. A second revocation changes nothing. @throws CopydeskError `not_found` */
export async function revokeKeyAs(
  db: Database,
  { actor, boundTo }: KeyManager,
  { keyId, now }: { keyId: string; now: Date },
): Promise<ApiKey> {
  const query = { organisationId: actor.organisationId, keyId, boundTo };
  const { key } = await audited(
    db,
    actor,
    async (transaction) => {
      const { revokedAt } = await readKey(transaction, query);
      return { wasRevoked: revokedAt !== null, key: await revokeKey(transaction, { ...query, now }) };
    },
    (done) => (done.wasRevoked ? undefined : keyAction('key.revoke', done.key)),
  );
  return key;
}
