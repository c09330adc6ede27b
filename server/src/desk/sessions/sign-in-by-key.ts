import { isCopydeskError } from '@copydesk/contract';
import { recordAction } from '../../audit/record.ts';
import type { Database } from '../../postgres/database.ts';
import { authenticateKey } from '../../projects/key/authenticate.ts';
import { createKeySession } from '../../projects/key/key-sessions.ts';
import { endPrevious } from './begin-session.ts';
import { unknownActorOf } from './visitor.ts';
import type { Visitor } from './visitor.ts';

/**
 * Signs a browser in with an API key: it can do what the key can, until the key ends.
 *
 * @returns the session's token.
 * @throws CopydeskError `invalid_token`, `address_not_allowed`.
 */
export async function signInByKey(db: Database, visitor: Visitor, token: string, now: Date): Promise<string> {
  const { address } = visitor;
  try {
    const key = await authenticateKey(db, token, { address, now });
    return await db.transaction().execute(async (transaction) => {
      await endPrevious(transaction, visitor);
      const session = await createKeySession(transaction, key.id, { now });
      const { id, name, organisationId } = key;
      await recordAction(
        transaction,
        { kind: 'key', id, name, organisationId, address },
        { action: 'sign-in', subject: { kind: 'key', id, name }, detail: { method: 'key' } },
      );
      return session;
    });
  } catch (error) {
    if (isCopydeskError(error) && error.status < 500) await recordRefusal(db, visitor);
    throw error;
  }
}

async function recordRefusal(db: Database, visitor: Visitor): Promise<void> {
  await recordAction(db, unknownActorOf(visitor), {
    action: 'sign-in.failed',
    subject: { kind: 'key', name: 'an unknown API key' },
    detail: { method: 'key' },
  });
}
