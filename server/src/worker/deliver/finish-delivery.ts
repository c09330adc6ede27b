import { isCopydeskError } from '@copydesk/contract';
import { lastDelivery } from '../../jobs/deliver/delivery.ts';
import { carryOut } from './carry-out.ts';
import type { DeliveryWork } from './delivery-work.ts';
import { standingOf } from './standing.ts';
import type { PreparedTurn } from '../turn.ts';

/**
 * Finishes the delivery that an earlier run of the turn began, before the turn continues. The exact commit of its
 * intent is pushed, so that a slow worker can only push the same commit. What the turn made since, or people pushed
 * instead, comes to the branch by a delivery of its own.
 *
 * @returns the turn with the present head of its branch.
 */
export async function finishDelivery(work: DeliveryWork): Promise<PreparedTurn> {
  const { services, job, turn } = work;
  const begun = await lastDelivery(services.db, job.id);
  if (begun === undefined || begun.reached !== undefined || begun.branch !== turn.branch) return turn;
  if (!(await hasTreeOf(turn, begun.commit))) return turn;
  const standing = await standingOf(work, begun.commit);
  if (standing.kind === 'over') return turn;
  // People have pushed something else instead, which is not overwritten.
  if (standing.kind === 'open' && turn.expectedHead !== begun.expectedHead) return turn;
  await carryOut(work, begun, standing);
  return standing.kind === 'open' ? { ...turn, expectedHead: begun.commit } : turn;
}

/** A commit that this clone does not have was never pushed: the turn makes it again, or another in its place. */
export async function hasTreeOf({ repository, tree }: PreparedTurn, commit: string): Promise<boolean> {
  try {
    return (await repository.openTree(commit)).id() === tree.id();
  } catch (error) {
    if (isCopydeskError(error, 'ref_not_found')) return false;
    throw error;
  }
}
