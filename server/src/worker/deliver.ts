import { isCopydeskError } from '@copydesk/contract';
import type { CodeHost, PullRequest, PullRequestDraft } from '../code-hosts/code-host.ts';
import { intendDelivery, lastDelivery, recordPullRequest, recordPush } from '../jobs/delivery.ts';
import type { LeasedJob } from '../jobs/lease.ts';
import { describeChange } from './describe.ts';
import type { ChangeDescription } from './describe.ts';
import type { WorkerServices } from './services.ts';
import type { PreparedTurn } from './turn.ts';

/** Who commits. The address is in a reserved domain (RFC 2606): no mail can reach anybody by it. */
const author = { name: 'Copydesk', email: 'copydesk@noreply.invalid' };

/**
 * Commits, pushes, and finds or opens the pull request. Each effect is stored before and after; all of it may be
 * repeated: the commit has the same id, the push is already there, the pull request is found by its branch.
 *
 * @returns the link of the pull request; null when nothing was changed and there never was one.
 * @throws CopydeskError `push_rejected`, `repository_*`, `pull_request_failed`, `lease_lost`.
 */
export async function deliver(
  services: WorkerServices,
  job: LeasedJob,
  turn: PreparedTurn,
  report: { text: string; warnings: string[] },
): Promise<string | null> {
  const lease = { jobId: job.id, epoch: job.epoch };
  if (turn.tree.changes().length === 0) return await earlierLink(services, job, turn);
  const change = describeChange(report, job.id);
  const commit = await turn.repository.commit({
    tree: turn.tree,
    parents: [turn.baseCommit],
    message: change.commitMessage,
    author,
    at: turn.startedAt,
  });
  const { branch } = turn;
  const delivery = await intendDelivery(services.db, lease, {
    turn: turn.number,
    branch,
    commit,
    expectedHead: turn.expectedHead,
    title: change.title,
    description: change.description,
  });
  await turn.repository.push({ branch, commit, expected: turn.expectedHead });
  await recordPush(services.db, lease, { number: delivery, branch, commit });
  const { pullRequest, opened } = await reachPullRequest(turn, draftOf(job, turn, commit, change));
  const { number, link } = pullRequest;
  await recordPullRequest(services.db, lease, { delivery, number, link, opened });
  return link;
}

/** A turn that changes nothing leaves the job with the pull request that it has, if it has one. */
async function earlierLink(services: WorkerServices, job: LeasedJob, turn: PreparedTurn): Promise<string | null> {
  const delivered = await lastDelivery(services.db, job.id);
  return delivered?.branch === turn.branch ? delivered.pullRequestLink : null;
}

function draftOf(job: LeasedJob, turn: PreparedTurn, commit: string, change: ChangeDescription): PullRequestDraft {
  return {
    jobId: job.id,
    headRef: turn.branch,
    baseRef: job.base_ref,
    headCommit: commit,
    baseCommit: turn.branchBase,
    title: change.title,
    description: change.description,
  };
}

/** Looks before it opens, so that an answer that was lost on the way leads to no second pull request. */
async function reachPullRequest(
  { codeHost, branch }: PreparedTurn,
  draft: PullRequestDraft,
): Promise<{ pullRequest: PullRequest; opened: boolean }> {
  const found = await codeHost.find(branch);
  const updated = found?.state === 'open' ? await updateIfOpen(codeHost, found.number, draft) : undefined;
  if (updated !== undefined) return { pullRequest: updated, opened: false };
  return { pullRequest: await codeHost.open(draft), opened: true };
}

/** Undefined when somebody merged or closed it a moment ago. */
async function updateIfOpen(
  codeHost: CodeHost,
  number: number,
  draft: PullRequestDraft,
): Promise<PullRequest | undefined> {
  try {
    return await codeHost.update(number, draft);
  } catch (error) {
    if (isCopydeskError(error, 'pull_request_not_open')) return undefined;
    throw error;
  }
}
