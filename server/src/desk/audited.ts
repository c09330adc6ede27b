import type { Actor } from '../audit/actor.ts';
import { recordAction } from '../audit/record.ts';
import type { AuditedAction } from '../audit/record.ts';
import { inTransaction } from '../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';

/**
 * Runs an action and writes it into the audit log: both or neither.
 *
 * @param deedOf returns the audit entry for the action's result; undefined when nothing was done.
 */
export async function audited<T>(
  db: Database,
  actor: Actor,
  work: (transaction: DatabaseTransaction) => Promise<T>,
  deedOf: (done: T) => AuditedAction | undefined,
): Promise<T> {
  return await inTransaction(db, async (transaction) => {
    const done = await work(transaction);
    const deed = deedOf(done);
    if (deed !== undefined) await recordAction(transaction, actor, deed);
    return done;
  });
}
