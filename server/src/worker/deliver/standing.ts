import type { PullRequest } from '../../code-hosts/code-host.ts';
import { historyContains } from '../prepare/ancestry.ts';
import type { DeliveryWork } from './delivery-work.ts';

/** How the branch of a turn relates to a commit that is to be delivered to it. */
export type Standing =
  /** The commit must be pushed. */
  | { kind: 'open' }
  /** The commit is already there, perhaps with people's on top. Its pull request must be found or opened. */
  | { kind: 'pushed' }
  /** The pull request has ended with the commit in it. Nothing is left to do. */
  | { kind: 'taken-in'; pullRequest: PullRequest }
  /** The pull request has ended without the commit. */
  | { kind: 'over'; pullRequest: PullRequest };

/** Asks the code host, and the fetched repository, about a branch that was delivered to before. */
export async function standingOf({ job, turn }: DeliveryWork, commit: string): Promise<Standing> {
  const { repository, branch, expectedHead } = turn;
  const pullRequest = await turn.codeHost.find(branch);
  const hasEnded = pullRequest !== undefined && pullRequest.state !== 'open';
  if (hasEnded) {
    for (const head of [pullRequest.headCommit, await repository.head(job.base_ref)]) {
      if (head !== undefined && (await historyContains(repository, head, commit)))
        return { kind: 'taken-in', pullRequest };
    }
  }
  // Also when it was pushed a moment after the pull request had ended: then another one is opened from the same branch.
  if (expectedHead !== null && (await historyContains(repository, expectedHead, commit))) return { kind: 'pushed' };
  return hasEnded ? { kind: 'over', pullRequest } : { kind: 'open' };
}
