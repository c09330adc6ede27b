import { recordAction } from '../../audit/record.ts';
import type { Person } from '../../people/people.ts';
import { createSession, endSession } from '../../people/sessions.ts';
import type { SignInMethod } from '../../people/sessions.ts';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import { endKeySession } from '../../projects/key/key-sessions.ts';
import { actorOfVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';

/** Signs in a person who has proved who they are: starts a new session, and ends the one that the browser had. */
export async function beginSession(
  transaction: DatabaseTransaction,
  visitor: Visitor,
  person: Person,
  { method, now }: { method: SignInMethod; now: Date },
): Promise<string> {
  await endPrevious(transaction, visitor);
  const { userAgent } = visitor;
  const { sessionToken } = await createSession(transaction, person.id, { now, method, userAgent });
  const actor = actorOfVisitor(visitor, person);
  const subject = { kind: 'person', id: person.id, name: person.name } as const;
  if (person.joinedAt === null) {
    await recordAction(transaction, actor, { action: 'person.join', subject, detail: { role: person.role } });
  }
  await recordAction(transaction, actor, { action: 'sign-in', subject, detail: { method } });
  return sessionToken;
}

/** Ends the session that a browser had before it signed in. */
export async function endPrevious(transaction: DatabaseTransaction, { previous }: Visitor): Promise<void> {
  if (previous?.kind === 'person') await endSession(transaction, previous.token);
  if (previous?.kind === 'key') await endKeySession(transaction, previous.token);
}
