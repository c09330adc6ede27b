import { CopydeskError } from '@copydesk/contract';
import { recordAction } from '../../audit/record.ts';
import type { Passwords } from '../../people/passwords.ts';
import { findPersonByEmail } from '../../people/people.ts';
import type { Person } from '../../people/people.ts';
import type { Database } from '../../postgres/database.ts';
import { beginSession } from './begin-session.ts';
import { unknownActorOf } from './visitor.ts';
import type { Visitor } from './visitor.ts';

interface TypedPassword {
  email: string;
  password: string;
  passwords: Passwords;
  now: Date;
  /**
   * Whether somebody has signed in to the account from this place before. Such attempts go before those that may be
   * guesses.
   */
  comesAgain: boolean;
}

/**
 * Signs in by e-mail address and password. An unknown address is refused in the same words, after as much work, as a
 * wrong password.
 *
 * @returns the session's token.
 * @throws CopydeskError `invalid_token`, `overloaded`.
 */
export async function signInByPassword(
  db: Database,
  visitor: Visitor,
  { email, password, passwords, now, comesAgain }: TypedPassword,
): Promise<string> {
  const { organisationId } = visitor;
  const person = await findPersonByEmail(db, { organisationId, email });
  const passwordHash = person?.passwordHash ?? null;
  const isRight = await passwords.verify(password, passwordHash, comesAgain ? 'known' : 'stranger');
  const token = isRight && person && (await begin(db, visitor, person, { passwordHash, now }));
  if (typeof token === 'string') return token;
  await recordRefusal(db, visitor, person);
  throw new CopydeskError('invalid_token', 'The e-mail address or the password is not right.');
}

/** Checks again, since the password may have been changed, or the person removed, during the comparison. */
async function begin(
  db: Database,
  visitor: Visitor,
  { id }: Person,
  { passwordHash, now }: { passwordHash: string | null; now: Date },
): Promise<string | undefined> {
  return await db.transaction().execute(async (transaction) => {
    const same = await transaction
      .selectFrom('person')
      .select(['email'])
      .where('id', '=', id)
      .where('password', '=', passwordHash)
      .where('removed_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    const person =
      same?.email != null &&
      (await findPersonByEmail(transaction, { organisationId: visitor.organisationId, email: same.email }));
    return person ? await beginSession(transaction, visitor, person, { method: 'password', now }) : undefined;
  });
}

/** Does not record what was typed: some people type their password into the field of the address. */
async function recordRefusal(db: Database, visitor: Visitor, person: Person | undefined): Promise<void> {
  await recordAction(db, unknownActorOf(visitor), {
    action: 'sign-in.failed',
    subject: { kind: 'person', id: person?.id, name: person?.name ?? 'an unknown account' },
    detail: { method: 'password' },
  });
}
