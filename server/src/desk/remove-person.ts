import type { Actor } from '../audit/actor.ts';
import { removePerson } from '../people/change-person.ts';
import type { Database } from '../postgres/database.ts';
import { audited } from './audited.ts';
import { personDeed } from './person-deed.ts';

/**
 * Removes a person: their sessions and links end at once.
 *
 * @throws CopydeskError `not_found`, `last_owner`.
 */
export async function removePersonOf(db: Database, actor: Actor, personId: string, now: Date): Promise<void> {
  const place = { organisationId: actor.organisationId, personId };
  await audited(
    db,
    actor,
    async (transaction) => await removePerson(transaction, place, now),
    (person) => personDeed('person.remove', person, { role: person.role, email: person.email }),
  );
}
