import { CopydeskError } from '@copydesk/contract';
import { moveTurn } from '../../jobs/run/move-turn.ts';
import type { Lease } from '../../jobs/claim/lease.ts';
import type { Database } from '../../postgres/database.ts';
import type { CarriedChange } from '../../workspace/repository.ts';
import type { FileChange } from '../../workspace/workspace.ts';
import { author } from '../deliver/author.ts';
import type { PreparedTurn } from '../turn.ts';

/** The commit and branch on which a turn continues. */
export interface NewBase {
  /** The commit on which its change is to be made. */
  to: string;
  /** The common origin of both sides: see `divergenceOf`. */
  from: string;
  branch: string;
  branchBase: string;
}

/**
 * Moves the change of a turn to another commit and stores it. The turn continues as if it had begun there. Other
 * people's work is never overwritten: where both have changed the same lines, the turn stops.
 *
 * @param newBase `because`: what happened, as the beginning of a sentence that continues with "and …".
 * @returns the files that differ from that commit.
 * @throws CopydeskError `merge_conflict` that names the files; `lease_lost`.
 */
export async function carryOver(
  db: Database,
  lease: Lease,
  turn: PreparedTurn,
  newBase: NewBase & { because: string },
): Promise<FileChange[]> {
  const { changes, conflicts } = await tryCarryOver(db, lease, turn, newBase);
  if (conflicts.length > 0) throw conflictError(newBase, conflicts);
  return changes;
}

/**
 * Does the same when the turn can also stay where it is: on conflicts, it stores nothing. @throws CopydeskError
 * `lease_lost`.
 */
export async function tryCarryOver(
  db: Database,
  lease: Lease,
  turn: PreparedTurn,
  { to, from, branch, branchBase }: NewBase,
): Promise<CarriedChange> {
  const { repository } = turn;
  // Nobody sees this commit. Git needs it to compare.
  const commit = await repository.commit({
    tree: turn.tree,
    parents: [turn.baseCommit],
    message: 'The change so far\n',
    author,
    at: turn.startedAt,
  });
  const carried = await repository.carry({ commit, from, onto: to });
  if (carried.conflicts.length > 0) return carried;
  const { changes } = carried;
  const tree = await repository.openTree(to, { changes });
  await moveTurn(db, lease, { baseCommit: to, tree: tree.id(), files: changes, branch, branchBase });
  return carried;
}

function conflictError({ because }: { because: string }, files: readonly string[]): CopydeskError {
  const named = files.slice(0, 5).join(', ');
  return new CopydeskError(
    'merge_conflict',
    `${because}, and what is there now has changed the same lines (${named}). Nothing was overwritten. ` +
      'Archive this job and create a new one for the remaining work.',
  );
}
