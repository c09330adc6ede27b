import type { FileDiff } from '@copydesk/contract';
import type { PullRequest } from './pull-request.ts';
import type { CommitSummary, PullRequestRepository } from './repository.ts';

/**
 * What a pull request would change, or has changed. The change of an open one is compared with the commit where its
 * branch left the base branch, as both are now, including people's pushes. An ended one stays as it was.
 */
export interface Change {
  baseCommit: string;
  headCommit: string;
  /** Oldest first. */
  commits: CommitSummary[];
  files: FileDiff[];
}

/** Returns the two commits between which an open pull request's change lies now, after a fetch. */
export async function endsOf(
  repository: PullRequestRepository,
  pullRequest: PullRequest,
  mergeBase: PullRequestRepository['mergeBase'] = (a, b) => repository.mergeBase(a, b),
): Promise<{ baseCommit: string; headCommit: string }> {
  if (pullRequest.state !== 'open') return pullRequest;
  await repository.fetch();
  const headCommit = (await repository.head(pullRequest.headRef)) ?? pullRequest.headCommit;
  const baseTip = await repository.head(pullRequest.baseRef);
  const shared = baseTip === undefined ? undefined : await mergeBase(baseTip, headCommit);
  // Merged by hand: compared with a base that contains it, the branch would have no changes of its own.
  const baseCommit = shared === undefined || shared === headCommit ? pullRequest.baseCommit : shared;
  return { baseCommit, headCommit };
}
