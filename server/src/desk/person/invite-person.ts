import type { Role } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import { requireFreeName } from '../../people/free-name.ts';
import { createPerson, readPerson } from '../../people/people.ts';
import type { Person } from '../../people/people.ts';
import { createSignInLink, invitationSeconds } from '../../people/sign-in-links.ts';
import type { SignInLink } from '../../people/sign-in-links.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { findMadeBefore, recordMade } from '../made-once.ts';
import type { Once } from '../made-once.ts';
import { personAction } from './person-action.ts';

/** A person with a link that signs them in. The link is null when the request was answered before. */
export interface Invitation {
  person: Person;
  link: SignInLink | null;
}

/**
 * Creates a person, with a link that signs them in once and works for seven days. A repeated request creates none.
 *
 * @throws CopydeskError `invalid_request` when another person has the name or the e-mail address,
 *   `idempotency_key_in_flight`,
 *   `idempotency_key_reused`.
 */
export async function invitePerson(
  db: Database,
  actor: Actor,
  { name, role, email }: { name: string; role: Role; email?: string | null },
  { now, once }: { now: Date; once?: Once },
): Promise<Invitation> {
  const { organisationId } = actor;
  return await audited(
    db,
    actor,
    async (transaction): Promise<Invitation> => {
      const before = await findMadeBefore(transaction, actor, once);
      if (before !== undefined) {
        return { person: await readPerson(transaction, { organisationId, personId: before }), link: null };
      }
      await requireFreeName(transaction, organisationId, name);
      const person = await createPerson(transaction, { organisationId, name, role, email });
      await recordMade(transaction, actor, once, person.id);
      const lifetimeSeconds = invitationSeconds;
      return { person, link: await createSignInLink(transaction, person.id, { now, lifetimeSeconds }) };
    },
    ({ person, link }) =>
      link === null ? undefined : personAction('person.invite', person, { role: person.role, email: person.email }),
  );
}
