import { CopydeskError } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import { setPasswordHash } from '../../people/change-person.ts';
import { requireGoodPassword } from '../../people/password-rules.ts';
import type { Passwords } from '../../people/passwords.ts';
import { findPasswordHash, readPerson } from '../../people/people.ts';
import { endOtherSessions } from '../../people/sessions.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { personAction } from '../person/person-action.ts';

/**
 * Sets the actor's own password and ends their other sessions, so that anyone who knew the old one is signed out.
 *
 * @param current the present password, for a person who has one.
 * @throws CopydeskError `invalid_request`, `overloaded`.
 */
export async function setOwnPassword(
  db: Database,
  { actor, personId, token }: { actor: Actor; personId: string; token: string },
  { current, password, passwords }: { current: string; password: string; passwords: Passwords },
): Promise<void> {
  const place = { organisationId: actor.organisationId, personId };
  const person = await readPerson(db, place);
  if (person.email === null)
    throw passwordRefused('/password', 'needs an e-mail address beside it; ask an owner to add yours');
  requireGoodPassword(password, person);
  const before = await findPasswordHash(db, personId);
  if (before !== null && !(await passwords.verify(current, before))) throw passwordRefused('/current', 'is not right');
  const hash = await passwords.hash(password);
  await audited(
    db,
    actor,
    async (transaction) => {
      await setPasswordHash(transaction, place, hash);
      return await endOtherSessions(transaction, personId, { token });
    },
    (endedSessions) => personAction('person.password', person, { endedSessions }),
  );
}

function passwordRefused(pointer: string, detail: string): CopydeskError {
  const what = pointer === '/current' ? 'The password so far' : 'The password';
  return new CopydeskError('invalid_request', `${what} ${detail}.`, { errors: [{ pointer, detail }] });
}
