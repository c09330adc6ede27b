import { CopydeskError } from '@copydesk/contract';
import { moveTurn } from '../jobs/journal.ts';
import type { JournaledFile } from '../jobs/journal.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Database } from '../postgres/database.ts';
import type { GitTree } from '../workspace/workspace.ts';
import type { PreparedTurn } from './turn.ts';

/**
 * Carries the files of a turn over to a commit that people pushed to its branch, and stores it. Nothing of theirs is
 * overwritten: a file that both changed stops the turn.
 *
 * @throws CopydeskError `merge_conflict` that names the files; `lease_lost`.
 */
export async function carryOver(
  db: Database,
  lease: Lease,
  options: {
    turn: PreparedTurn;
    files: JournaledFile[];
    refuse: (path: string) => string | undefined;
    to: string;
  },
): Promise<GitTree> {
  const { turn, files, refuse, to } = options;
  const before = await turn.repository.openTree(turn.baseCommit);
  const theirs = await turn.repository.openTree(to);
  const both = files.filter(({ path }) => before.entry(path)?.blob !== theirs.entry(path)?.blob);
  if (both.length > 0) {
    const named = both
      .slice(0, 5)
      .map((file) => file.path)
      .join(', ');
    throw new CopydeskError(
      'merge_conflict',
      `Somebody pushed to the branch ${turn.branch} and changed the same files (${named}). Nothing was overwritten. ` +
        'Archive this job and create a new one for what is still to do.',
    );
  }
  const tree = await turn.repository.openTree(to, { changes: files, refuse });
  await moveTurn(db, lease, { baseCommit: to, tree: tree.id() });
  return tree;
}
