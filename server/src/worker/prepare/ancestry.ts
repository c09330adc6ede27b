import { isCopydeskError } from '@copydesk/contract';
import type { BegunDelivery } from '../../jobs/deliver/delivery.ts';
import type { Repository } from '../../workspace/workspace.ts';
import type { PreparedTurn } from '../turn.ts';

/** Whether `commit` is in the history of `head`. A commit that the repository does not have is in no history. */
export async function historyContains(repository: Repository, head: string, commit: string): Promise<boolean> {
  if (head === commit) return true;
  try {
    return await repository.isAncestor(commit, head);
  } catch (error) {
    if (isCopydeskError(error, 'ref_not_found')) return false;
    throw error;
  }
}

/**
 * Returns the commit at which the turn's change and the history of other people diverge: the last commit that this turn
 * delivered, when theirs is built upon it; otherwise the commit that the turn began at. Counted from there, what they
 * already have from us is no change of theirs that ours could conflict with.
 */
export async function divergenceOf(
  turn: PreparedTurn,
  deliveries: readonly BegunDelivery[],
  theirs: readonly string[],
): Promise<string> {
  const own = deliveries.findLast(({ branch }) => branch === turn.branch)?.commit;
  if (own === undefined || (await historyContains(turn.repository, turn.baseCommit, own))) return turn.baseCommit;
  for (const head of theirs) if (await historyContains(turn.repository, head, own)) return own;
  return turn.baseCommit;
}
