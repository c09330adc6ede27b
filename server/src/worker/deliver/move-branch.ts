import type { PullRequest } from '../../code-hosts/code-host.ts';
import type { BegunDelivery } from '../../jobs/deliver/delivery.ts';
import { divergenceOf } from '../prepare/ancestry.ts';
import { baseHead, furtherBranch } from '../prepare/branches.ts';
import { carryOver } from '../prepare/carry-over.ts';
import type { DeliveryWork } from './delivery-work.ts';

/**
 * Moves a turn whose pull request was merged or closed meanwhile to a branch of its own, which begins at the present
 * base branch. The old branch stays as it is, or is gone, as the host handles it.
 *
 * @throws CopydeskError `merge_conflict`, `ref_not_found`, `lease_lost`.
 */
export async function moveToFurtherBranch(
  { services, job, turn, hold }: DeliveryWork,
  deliveries: readonly BegunDelivery[],
  ended: PullRequest,
): Promise<void> {
  await turn.repository.fetch();
  const to = await baseHead(turn.repository, job);
  // After a squash, the base branch has the change but not the commits: what the pull request had is part of it too.
  const theirs = ended.state === 'merged' ? [to, ended.headCommit] : [to];
  const from = await divergenceOf(turn, deliveries, theirs);
  const branch = furtherBranch(job.id, turn.number, deliveries);
  const because = `Pull request #${ended.number} was ${ended.state} before this change was ready`;
  await carryOver(services.db, hold.lease, turn, { to, from, branch, branchBase: to, because });
}
