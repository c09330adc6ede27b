import type { ReviewHints } from '../../agent/ports.ts';
import type { ReviewMaterial } from '../../agent/review/review.ts';
import type { Project } from '../../projects/project.ts';
import { draftOf, oversizeOf } from '../describe/change-size.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { filesHolding } from './files-holding.ts';
import { openPullRequestsOnSameFiles } from './same-files.ts';
import { styleForReview } from '../prepare/style-for-reviewers.ts';

/**
 * Collects what the model sees of its change: the turn's diff, what is easily overlooked in it, and a template of the
 * repository that was too long to be part of the instructions.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function reviewMaterial(work: DeliveryWork, project: Project): Promise<ReviewMaterial> {
  const { turn } = work;
  const { repository, tree, baseCommit } = turn;
  const files = await repository.diff(baseCommit, await draftOf(turn));
  return {
    treeId: tree.id(),
    files,
    others: await openPullRequestsOnSameFiles(work, files),
    oversize: await oversizeOf(project, turn),
    noticed: await noticedIn(work, project),
    template: await styleForReview(turn),
  };
}

/** These findings only help. Without them, the diff must do. */
async function noticedIn({ services, job, turn, hold }: DeliveryWork, project: Project): Promise<ReviewHints> {
  const { tree: after, repository, baseCommit } = turn;
  try {
    const before = await repository.openTree(baseCommit);
    const change = { before, after, folder: project.docsFolder };
    return await services.docs.notice(change, filesHolding(after, project.docsFolder));
  } catch (error) {
    hold.signal.throwIfAborted();
    services.log.warn({ job: job.id, err: error }, 'the change is reviewed without hints on what is easily overlooked');
    return { lostLinks: [], repeated: [], isPartial: true };
  }
}
