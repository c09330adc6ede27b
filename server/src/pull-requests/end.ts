import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { allowSilence, inTransaction } from '../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { endsOf } from './change.ts';
import { presentedColumns, presentPullRequest } from './pull-request.ts';
import type { PullRequest } from './pull-request.ts';
import { notFound, notOpen, whyNotOpen } from './refusals.ts';
import type { PullRequestRepository } from './repository.ts';

export interface MergeRequest {
  projectId: string;
  number: number;
  /**
   * The commit that the person looked at: a branch that has moved since is not merged. When absent, whatever the branch
   * has is merged.
   */
  headCommit: string | undefined;
  by: { name: string; email: string };
  at: Date;
}

/** Longer than git may take to fetch, merge and push. */
const gitSeconds = 1_800;

/**
 * Merges an open pull request: first a real merge commit on the base branch, then the row. The row is locked meanwhile,
 * so when two callers merge or close at once, the second finds it ended. A process that dies in between leaves it open;
 * merging it again finds the merge commit and stores it. `repository` must not need `db`: every connection of the pool
 * may be waiting for this lock.
 *
 * @throws CopydeskError `not_found`, `pull_request_not_open`, `pull_request_draft`, `pull_request_moved`,
 *   `merge_conflict`, `working_copy_dirty`, `push_rejected`, `repository_*`.
 */
export async function mergePullRequest(
  db: Database,
  repository: PullRequestRepository,
  request: MergeRequest,
): Promise<PullRequest> {
  return await inTransaction(db, async (transaction) => {
    await allowSilence(transaction, gitSeconds);
    const pullRequest = await lockOpen(transaction, request);
    if (pullRequest.draft) throw notReady(pullRequest);
    const { baseCommit, headCommit } = await endsOf(repository, pullRequest);
    if (request.headCommit !== undefined && request.headCommit !== headCommit) throw branchMovedError(pullRequest);
    const mergeCommit = await repository.mergeInto({
      base: pullRequest.baseRef,
      head: headCommit,
      message: mergeMessage(pullRequest),
      author: request.by,
      at: request.at,
    });
    return await storeMerge(transaction, request, { baseCommit, headCommit, mergeCommit, by: request.by });
  });
}

/** Stores that an open pull request, whose row is locked, was merged. */
export async function storeMerge(
  transaction: DatabaseTransaction,
  { projectId, number }: { projectId: string; number: number },
  merge: { baseCommit: string; headCommit: string; mergeCommit: string; by: { name: string } },
): Promise<PullRequest> {
  const row = await transaction
    .updateTable('pull_request')
    .set({
      state: 'merged',
      merge_commit: merge.mergeCommit,
      base_commit: merge.baseCommit,
      head_commit: merge.headCommit,
      updated_at: sql`now()`,
      ended_at: sql`now()`,
      ended_by: merge.by.name,
    })
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('state', '=', 'open')
    .returning(presentedColumns)
    .executeTakeFirstOrThrow();
  return presentPullRequest(row);
}

/**
 * Closes an open pull request without merging it. The branch stays.
 *
 * @throws CopydeskError `not_found`, `pull_request_not_open`.
 */
export async function closePullRequest(
  db: Database,
  request: { projectId: string; number: number; by: { name: string } },
): Promise<PullRequest> {
  const row = await db
    .updateTable('pull_request')
    .set({ state: 'closed', updated_at: sql`now()`, ended_at: sql`now()`, ended_by: request.by.name })
    .where('project_id', '=', request.projectId)
    .where('number', '=', request.number)
    .where('state', '=', 'open')
    .returning(presentedColumns)
    .executeTakeFirst();
  if (row === undefined) throw await whyNotOpen(db, request.projectId, request.number);
  return presentPullRequest(row);
}

/** Locks the row until the transaction ends. @throws CopydeskError `not_found`, `pull_request_not_open` */
export async function lockOpen(
  transaction: DatabaseTransaction,
  { projectId, number }: { projectId: string; number: number },
): Promise<PullRequest> {
  const row = await transaction
    .selectFrom('pull_request')
    .select(presentedColumns)
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const pullRequest = presentPullRequest(row);
  if (pullRequest.state !== 'open') throw notOpen(pullRequest);
  return pullRequest;
}

function mergeMessage({ number, headRef, title }: PullRequest): string {
  return `Merge pull request #${number} from ${headRef}\n\n${title}\n`;
}

function notReady({ number }: PullRequest): CopydeskError {
  return new CopydeskError(
    'pull_request_draft',
    `Pull request #${number} is a draft: read its description first. Nothing was merged: mark the pull request as ready, then merge.`,
  );
}

function branchMovedError({ headRef }: PullRequest): CopydeskError {
  return new CopydeskError(
    'pull_request_moved',
    `The branch ${headRef} has new commits since you read it. Nothing was merged: read the change as it is now, then merge.`,
  );
}
