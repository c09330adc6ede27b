import { isCopydeskError } from '@copydesk/contract';
import type { FileDiff } from '@copydesk/contract';
import type { ReviewMaterial } from '../../agent/review/review.ts';
import { findShared } from '../../jobs/deliver/shared-files.ts';
import type { SharedWith } from '../../jobs/deliver/shared-files.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { whileHeld } from '../claim/while-held.ts';

/** How many are shown to the model. */
const mostShown = 3;

/**
 * Returns the open pull requests of other jobs that change files of a diff, each with what it does to them. One whose
 * commits this clone does not have is left out: the change can do without.
 *
 * @throws CopydeskError `lease_lost`, `draining`, `database_unavailable`.
 */
export async function openPullRequestsOnSameFiles(
  { services, job, turn, hold }: DeliveryWork,
  files: readonly FileDiff[],
): Promise<ReviewMaterial['others']> {
  const paths = files.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]));
  const asked = { projectId: job.project_id, jobId: job.id, baseRef: job.base_ref, files: paths };
  const shared = await whileHeld(hold, () => findShared(services.db, asked));
  const shown = await Promise.all(
    shared.slice(0, mostShown).map((one) => diffOf(turn.repository, one, new Set(paths))),
  );
  return shown.filter((one) => one !== undefined);
}

async function diffOf(
  repository: DeliveryWork['turn']['repository'],
  { pullRequest, title, base, commit }: SharedWith,
  paths: ReadonlySet<string>,
): Promise<ReviewMaterial['others'][number] | undefined> {
  if (base === null) return undefined;
  try {
    const files = await repository.diff(base, commit);
    const same = files.filter(({ path, oldPath }) => paths.has(path) || (oldPath !== null && paths.has(oldPath)));
    return same.length === 0 ? undefined : { number: pullRequest.number, title, files: same };
  } catch (error) {
    if (isCopydeskError(error, 'ref_not_found')) return undefined;
    throw error;
  }
}
