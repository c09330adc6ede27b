import { CopydeskError } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import type { AuditAction } from '../../audit/actions.ts';
import type { AuditedAction } from '../../audit/record.ts';
import { pullRequestEnded } from '../../jobs/deliver/delivered.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import { closePullRequest, mergePullRequest } from '../../pull-requests/end.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import { noticeMerge } from '../../pull-requests/pushed.ts';
import { markReady } from '../../pull-requests/ready.ts';
import type { PullRequestRepository } from '../../pull-requests/repository.ts';
import { readPullRequest } from '../../pull-requests/read.ts';
import { requireAnother } from './another-merges.ts';
import { audited } from '../audited.ts';

/** Merges an open pull request. @throws CopydeskError `test_mode`, `another_must_merge`, and as {@link mergePullRequest} */
export async function mergeAs(
  db: Database,
  actor: Actor,
  repository: PullRequestRepository,
  request: { projectId: string; number: number; headCommit: string | undefined; at: Date },
): Promise<PullRequest> {
  if (isTestOrganisation(actor.organisationId)) throw noMergeInTestMode();
  return await audited(
    db,
    actor,
    async (transaction) => {
      const asked = await readPullRequest(transaction, request.projectId, request.number);
      if (asked !== undefined) await requireAnother(transaction, actor, asked);
      const merged = await mergePullRequest(transaction, repository, { ...request, by: authorOf(actor) });
      return await withJob(transaction, merged, 'merged');
    },
    (merged) => actionOf('pull-request.merge', merged),
  );
}

/**
 * Marks an open pull request as merged after a push has brought its head into its base branch.
 * @throws CopydeskError as {@link noticeMerge}
 */
export async function noticeMergeAs(
  db: Database,
  actor: Actor,
  repository: PullRequestRepository,
  request: { projectId: string; number: number; at: Date },
): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => {
      const merged = await noticeMerge(transaction, repository, { ...request, by: authorOf(actor) });
      return merged && (await withJob(transaction, merged, 'merged'));
    },
    (merged) => merged && actionOf('pull-request.merge', merged),
  );
}

/** Closes an open pull request without merging it. @throws CopydeskError as {@link closePullRequest} */
export async function closeAs(
  db: Database,
  actor: Actor,
  request: { projectId: string; number: number },
): Promise<PullRequest> {
  return await audited(
    db,
    actor,
    async (transaction) =>
      await withJob(
        transaction,
        await closePullRequest(transaction, { ...request, by: { name: actor.name } }),
        'closed',
      ),
    (closed) => actionOf('pull-request.close', closed),
  );
}

/** Marks a draft as ready. @throws CopydeskError as {@link markReady} */
export async function readyAs(
  db: Database,
  actor: Actor,
  request: { projectId: string; number: number },
): Promise<PullRequest> {
  return await audited(
    db,
    actor,
    async (transaction) => await markReady(transaction, request),
    (ready) => actionOf('pull-request.ready', ready),
  );
}

function noMergeInTestMode(): CopydeskError {
  return new CopydeskError(
    'test_mode',
    'A pull request of a test cannot be merged. Close it, or leave it: it is deleted with its job.',
  );
}

/** Applies the end of a pull request to its job, as for a remote code host. */
async function withJob(
  transaction: DatabaseTransaction,
  pullRequest: PullRequest,
  state: 'merged' | 'closed',
): Promise<PullRequest> {
  const { jobId, number } = pullRequest;
  if (jobId !== null) await pullRequestEnded(transaction, { jobId, number, state });
  return pullRequest;
}

function authorOf({ name, id, kind }: Actor): { name: string; email: string } {
  return { name, email: `${id ?? kind}@noreply.invalid` };
}

function actionOf(action: AuditAction, { projectId, number, title }: PullRequest): AuditedAction {
  return { action, projectId, subject: { kind: 'pull request', id: String(number), name: title } };
}
