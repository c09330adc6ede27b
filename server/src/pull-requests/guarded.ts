import type { Database, DatabaseTransaction } from '../postgres/database.ts';

/** Called in a transaction, before it commits, to check whether its change is allowed. It throws when it is not. */
export type Guard = (transaction: DatabaseTransaction) => Promise<void>;

/**
 * Makes a change in one transaction with the guard. The guard comes last, so that its locks are not held while the
 * change waits for a merge to end.
 */
export async function guarded<T>(
  db: Database,
  guard: Guard | undefined,
  change: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (transaction) => {
    const made = await change(transaction);
    await guard?.(transaction);
    return made;
  });
}
