import type { Database, DatabaseTransaction } from '../postgres/database.ts';

/** Asked within a transaction, before it commits, whether its change may be made; it throws when it may not. */
export type Guard = (transaction: DatabaseTransaction) => Promise<void>;

/**
 * Makes a change in one transaction with the guard. The guard comes last, so that what it locks is not held while the
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
