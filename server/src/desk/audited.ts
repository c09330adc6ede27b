import type { Actor } from '../audit/actor.ts';
import { recordAction } from '../audit/record.ts';
import type { AuditedAction } from '../audit/record.ts';
import { inTransaction } from '../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';

/**
 * Runs an action and writes it into the audit log: both or neither.
 *
 * @param actionOf returns the audit entry for the action's result; undefined when nothing was done.
 */
export async function audited<T>(
  db: Database,
  actor: Actor,
  work: (transaction: DatabaseTransaction) => Promise<T>,
  actionOf: (done: T) => AuditedAction | undefined,
): Promise<T> {
  return await inTransaction(db, async (transaction) => {
    const done = await work(transaction);
    const action = actionOf(done);
    if (action !== undefined) await recordAction(transaction, actor, action);
    return done;
  });
}
