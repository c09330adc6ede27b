import { recordAction } from '../../audit/record.ts';
import { setPasswordHash } from '../../people/change-person.ts';
import { isOwnerLink, makeFirstOwner } from '../../people/owner-link.ts';
import { requireGoodPassword } from '../../people/password-rules.ts';
import type { Passwords } from '../../people/passwords.ts';
import type { Database } from '../../postgres/database.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { actorOfVisitor } from '../sessions/visitor.ts';
import type { Visitor } from '../sessions/visitor.ts';

/**
 * Creates the first owner by the link that the server has printed, and signs them in.
 *
 * @param password undefined for none.
 * @returns the session's token.
 * @throws CopydeskError `invalid_token` when the link no longer works, `invalid_request`, `overloaded`.
 */
export async function welcomeFirstOwner(
  db: Database,
  visitor: Visitor,
  token: string,
  draft: { name: string; email: string | null; password: string | undefined; passwords: Passwords; now: Date },
): Promise<string> {
  const { name, email, password, passwords, now } = draft;
  if (password !== undefined) requireGoodPassword(password, { name, email });
  // Without a valid link nobody can make the server compute a hash.
  const isGood = password !== undefined && (await isOwnerLink(db, token, now));
  const hash = isGood ? await passwords.hash(password) : null;
  return await db.transaction().execute(async (transaction) => {
    const { person, organisationId } = await makeFirstOwner(transaction, token, { name, email, now });
    if (hash !== null) await setPasswordHash(transaction, { organisationId, personId: person.id }, hash);
    const here = { ...visitor, organisationId };
    await recordAction(transaction, actorOfVisitor(here, person), {
      action: 'person.invite',
      subject: { kind: 'person', id: person.id, name: person.name },
      detail: { role: person.role, email: person.email, by: 'first owner' },
    });
    return await beginSession(transaction, here, person, { method: 'link', now });
  });
}
