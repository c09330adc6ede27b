import type { Actor } from '../../audit/actor.ts';
import { readPerson } from '../../people/people.ts';
import type { Person } from '../../people/people.ts';
import { createSignInLink, endSignInLinks, invitationSeconds } from '../../people/sign-in-links.ts';
import type { SignInLink } from '../../people/sign-in-links.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { personAction } from './person-action.ts';

/**
 * Creates a link that signs a person in once. Earlier links of this person stop working.
 *
 * @throws CopydeskError `not_found`.
 */
export async function linkPerson(
  db: Database,
  actor: Actor,
  personId: string,
  { now, lifetimeSeconds = invitationSeconds }: { now: Date; lifetimeSeconds?: number },
): Promise<{ person: Person; link: SignInLink }> {
  return await audited(
    db,
    actor,
    async (transaction) => {
      const person = await readPerson(transaction, { organisationId: actor.organisationId, personId });
      await endSignInLinks(transaction, personId);
      return { person, link: await createSignInLink(transaction, personId, { now, lifetimeSeconds }) };
    },
    ({ person, link }) => personAction('person.link', person, { expiresAt: link.expiresAt.toISOString() }),
  );
}
