import { CopydeskError } from '@copydesk/contract';
import { moveTurn } from '../jobs/move-turn.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Database } from '../postgres/database.ts';
import type { FileChange } from '../workspace/workspace.ts';
import { author } from './author.ts';
import type { PreparedTurn } from './turn.ts';

/** Where a turn goes on. */
export interface NewGround {
  /** The commit on which its change is to be made. */
  to: string;
  /** What both sides come from: see `partingOf`. */
  from: string;
  branch: string;
  branchBase: string;
  /** What happened, as the beginning of a sentence that goes on with "and …". */
  because: string;
}

/**
 * Carries the change of a turn over to another commit, and stores it: the turn goes on from there as if it had begun
 * there. Nothing of other people is overwritten: where both have changed the same lines, the turn stops.
 *
 * @returns the files that differ from there.
 * @throws CopydeskError `merge_conflict` that names the files; `lease_lost`.
 */
export async function carryOver(
  db: Database,
  lease: Lease,
  turn: PreparedTurn,
  ground: NewGround,
): Promise<FileChange[]> {
  const { repository } = turn;
  const { to, from, branch, branchBase } = ground;
  // Nobody sees this commit: it is what git can compare.
  const commit = await repository.commit({
    tree: turn.tree,
    parents: [turn.baseCommit],
    message: 'The change so far\n',
    author,
    at: turn.startedAt,
  });
  const { changes, conflicts } = await repository.carry({ commit, from, onto: to });
  if (conflicts.length > 0) throw conflict(ground, conflicts);
  const tree = await repository.openTree(to, { changes });
  await moveTurn(db, lease, { baseCommit: to, tree: tree.id(), files: changes, branch, branchBase });
  return changes;
}

function conflict({ because }: NewGround, files: readonly string[]): CopydeskError {
  const named = files.slice(0, 5).join(', ');
  return new CopydeskError(
    'merge_conflict',
    `${because}, and what is there now has changed the same lines (${named}). Nothing was overwritten. ` +
      'Archive this job and create a new one for what is still to do.',
  );
}
