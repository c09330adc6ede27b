import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { storeFiles } from './journal.ts';
import type { JournaledFile } from './journal.ts';
import { updateLeased } from '../claim/lease.ts';
import type { Lease } from '../claim/lease.ts';

/**
 * Stores that a turn continues on another commit, perhaps on another branch, with the files that differ from it.
 *
 * @throws CopydeskError `lease_lost`, and nothing is stored.
 */
export async function moveTurn(
  db: Database,
  lease: Lease,
  to: { baseCommit: string; tree: string; files: readonly JournaledFile[]; branch: string; branchBase: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {
      base_commit: to.baseCommit,
      tree: to.tree,
      branch: to.branch,
      branch_base: to.branchBase,
      // On the same branch, a turn that merges keeps merging: the old base commit, which it merged, is now the other
      // parent.
      merge_head: sql<string | null>`case when branch = ${to.branch} and merge_head is not null then base_commit end`,
      // A new branch has no delivery yet.
      branch_head: sql<string | null>`case when branch = ${to.branch} then branch_head end`,
    });
    await transaction.deleteFrom('job_file').where('job_id', '=', lease.jobId).execute();
    await storeFiles(transaction, lease.jobId, { changed: to.files, undone: [] });
  });
}
