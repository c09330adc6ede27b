import { allowSilence, inTransaction } from '../postgres/database.ts';
import type { Database } from '../postgres/database.ts';
import { endsOf } from './change.ts';
import { lockOpen, storeMerge } from './end.ts';
import type { PullRequest } from './pull-request.ts';
import type { PullRequestRepository } from './repository.ts';

/** How many are checked at most. The rest stays open until somebody merges it. */
const mostChecked = 100;

/** Lists the numbers of the open pull requests into a branch, oldest first. */
export async function listOpenInto(db: Database, projectId: string, baseRef: string): Promise<number[]> {
  const rows = await db
    .selectFrom('pull_request')
    .select('number')
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .where('base_ref', '=', baseRef)
    .orderBy('number')
    .limit(mostChecked)
    .execute();
  return rows.map(({ number }) => number);
}

/**
 * Marks an open pull request as merged when its base branch contains its head, as after `git merge` and `git push` by
 * hand. This includes drafts, as at code hosts. Nothing is pushed.
 *
 * @returns undefined when it is not merged.
 * @throws CopydeskError `not_found`, `pull_request_not_open`, `repository_*`
 */
export async function noticeMerge(
  db: Database,
  repository: PullRequestRepository,
  request: { projectId: string; number: number; by: { name: string; email: string }; at: Date },
): Promise<PullRequest | undefined> {
  return await inTransaction(db, async (transaction) => {
    await allowSilence(transaction, gitSeconds);
    const pullRequest = await lockOpen(transaction, request);
    const ends = await endsOf(repository, pullRequest);
    const base = await repository.head(pullRequest.baseRef);
    const shared = base === undefined ? undefined : await repository.mergeBase(base, ends.headCommit);
    if (shared !== ends.headCommit) return undefined;
    // For a head that is already merged, this returns the commit that merged it.
    const mergeCommit = await repository.mergeInto({
      base: pullRequest.baseRef,
      head: ends.headCommit,
      message: '',
      author: request.by,
      at: request.at,
    });
    return await storeMerge(transaction, pullRequest, { ...ends, mergeCommit, by: request.by });
  });
}

/** Longer than git may take to fetch. */
const gitSeconds = 600;
