import type { TouchedFile } from '@copydesk/contract';
import { intendDelivery, listDeliveries } from '../../jobs/deliver/delivery.ts';
import type { BegunDelivery, DeliveryIntent } from '../../jobs/deliver/delivery.ts';
import { carryOut } from './carry-out.ts';
import type { DeliveryWork } from './delivery-work.ts';
import type { Describe, DescribedChange } from '../describe/described-change.ts';
import { hasTreeOf } from './finish-delivery.ts';
import { moveToFurtherBranch } from './move-branch.ts';
import { standingOf } from './standing.ts';
import { parentsOf } from '../turn.ts';
import { whileHeld } from '../claim/while-held.ts';

/**
 * The link of the pull request, null when nothing was changed and there is none. `moved`: the branch's pull request was
 * merged or closed while the turn ran, so the turn continues on a new branch, must be prepared again, and its change
 * must be checked there before it is delivered.
 */
export type Delivered = { prLink: string | null } | 'moved';

/**
 * Commits, pushes, and finds or opens the pull request. The intent is stored before that, and all of it may be
 * repeated: the commit has the same id, the push is already there, and the pull request is found by its branch.
 *
 * @throws CopydeskError `push_rejected`, `repository_*`, `pull_request_failed`, `merge_conflict`, `lease_lost`.
 */
export async function deliver(
  work: DeliveryWork,
  described: Describe,
  touched: readonly TouchedFile[],
): Promise<Delivered> {
  const { services, job, turn, hold } = work;
  const deliveries = await listDeliveries(services.db, job.id);
  const earlier = deliveries.filter(({ branch }) => branch === turn.branch);
  const reached = earlier.findLast((delivery) => delivery.reached !== undefined);
  const prLink = reached?.reached?.link ?? null;
  if (hasNothingNew(work, reached)) return { prLink };
  if (reached !== undefined && (await isThis(work, reached))) return { prLink };
  const intent = await intentOf(work, await described());
  const standing = earlier.length === 0 ? { kind: 'open' as const } : await standingOf(work, intent.commit);
  if (standing.kind === 'over') {
    await moveToFurtherBranch(work, deliveries, standing.pullRequest);
    return 'moved';
  }
  const number = await whileHeld(hold, () => intendDelivery(services.db, hold.lease, intent, touched));
  await services.onFaultPoint?.('delivery-intended', job.id);
  return { prLink: await carryOut(work, { ...intent, number }, standing) };
}

/**
 * A turn that changes nothing leaves the job with its pull request, if it has one. Taking back what this turn delivered
 * before is a change to the branch.
 */
function hasNothingNew({ turn }: DeliveryWork, reached: BegunDelivery | undefined): boolean {
  const { tree, baseCommit, expectedHead } = turn;
  if (tree.changes().length > 0) return false;
  return reached === undefined || expectedHead === null || expectedHead === baseCommit;
}

/**
 * Whether a delivery of this same turn was completed before a crash. With different words the change would be another
 * commit.
 */
async function isThis({ turn }: DeliveryWork, reached: BegunDelivery): Promise<boolean> {
  const isThere = reached.turn === turn.number && reached.commit === turn.expectedHead;
  return isThere && (await hasTreeOf(turn, reached.commit));
}

async function intentOf({ turn }: DeliveryWork, described: DescribedChange): Promise<DeliveryIntent> {
  const { author, title, description, commitMessage: message, draft } = described;
  const { number, branch, expectedHead, tree, startedAt: at } = turn;
  const commit = await turn.repository.commit({ tree, parents: parentsOf(turn), message, author, at });
  return { turn: number, branch, commit, expectedHead, title, description, draft };
}
