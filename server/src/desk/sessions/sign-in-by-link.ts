import { isCopydeskError } from '@copydesk/contract';
import { recordAction } from '../../audit/record.ts';
import { readPerson } from '../../people/people.ts';
import { useSignInLink } from '../../people/sign-in-links.ts';
import type { Database } from '../../postgres/database.ts';
import { beginSession } from './begin-session.ts';
import { unknownActorOf } from './visitor.ts';
import type { Visitor } from './visitor.ts';

/**
 * Exchanges a link's token for a session. Of two concurrent attempts, one succeeds.
 *
 * @returns the session's token.
 * @throws CopydeskError `invalid_token` when the link is unknown, used or expired.
 */
export async function signInByLink(db: Database, visitor: Visitor, token: string, now: Date): Promise<string> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const { personId, organisationId } = await useSignInLink(transaction, token, now);
      const person = await readPerson(transaction, { organisationId, personId });
      return await beginSession(transaction, { ...visitor, organisationId }, person, { method: 'link', now });
    });
  } catch (error) {
    if (isCopydeskError(error, 'invalid_token')) await recordRefusal(db, visitor);
    throw error;
  }
}

async function recordRefusal(db: Database, visitor: Visitor): Promise<void> {
  await recordAction(db, unknownActorOf(visitor), {
    action: 'sign-in.failed',
    subject: { kind: 'person', name: 'an unknown link' },
    detail: { method: 'link' },
  });
}
