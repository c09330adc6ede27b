import type { Actor } from '../../audit/actor.ts';
import { removePerson } from '../../people/change-person.ts';
import { inTransaction } from '../../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { listMadeBy } from '../made-by.ts';
import { personAction } from './person-action.ts';
import { revokeKeyAs } from '../key/revoke-key.ts';
import { revokeShareAs } from '../project/revoke-share.ts';

interface Removal {
  personId: string;
  /** Whether to revoke the API keys and share links that they made. */
  revokesMade: boolean;
  now: Date;
}

/**
 * Removes a person. Their sessions and links end at once, and on request what they made, too.
 *
 * @throws CopydeskError `not_found`, `last_owner`.
 */
export async function removePersonOf(db: Database, actor: Actor, removal: Removal): Promise<void> {
  const { personId, revokesMade, now } = removal;
  const place = { organisationId: actor.organisationId, personId };
  await inTransaction(db, async (transaction) => {
    await audited(
      transaction,
      actor,
      async (inner) => await removePerson(inner, place, now),
      (person) => personAction('person.remove', person, { role: person.role, email: person.email }),
    );
    if (revokesMade) await revokeMade(transaction, actor, removal);
  });
}

async function revokeMade(transaction: DatabaseTransaction, actor: Actor, { personId, now }: Removal): Promise<void> {
  const { keys, shares } = await listMadeBy(transaction, { organisationId: actor.organisationId, personId, now });
  for (const { id: keyId } of keys) await revokeKeyAs(transaction, { actor, boundTo: null }, { keyId, now });
  for (const { id: shareId, projectId } of shares) await revokeShareAs(transaction, actor, { projectId, shareId, now });
}
