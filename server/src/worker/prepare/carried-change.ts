import { CopydeskError } from '@copydesk/contract';
import type { CodeHost, PullRequest } from '../../code-hosts/code-host.ts';
import type { CarriedJob } from '../../jobs/request/carried.ts';
import { listDeliveries } from '../../jobs/deliver/delivery.ts';
import type { TurnStart } from '../../jobs/run/journal.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Database } from '../../postgres/database.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { carryFiles } from './carry-files.ts';
import { mergedChange } from './merged-change.ts';
import type { ChangeEnds } from './merged-change.ts';

/**
 * Creates what a job that undoes or backports another job begins with: the other job's change, applied to the commit
 * that this job begins at, in reverse for an undo. Later edits on the same pages are kept.
 *
 * @param onto the commit that the job's branch begins at
 * @throws CopydeskError `merge_conflict` that names the files; `pull_request_not_merged`, `nothing_to_carry`,
 *   `change_not_found`, `ref_not_found`.
 */
export async function beginWithCarried(
  db: Database,
  { job, carried, onto }: { job: Pick<LeasedJob, 'base_ref'>; carried: CarriedJob; onto: string },
  { repository, codeHost }: { repository: Repository; codeHost: CodeHost },
): Promise<NonNullable<TurnStart['carried']>> {
  const pullRequest = await codeHost.read(carried.number);
  const { before, after } = await endsOf(db, carried, { repository, pullRequest });
  const [from, commit] = carried.kind === 'undo' ? [after, before] : [before, after];
  const { changes: files, conflicts } = await carryFiles(repository, { from, commit, onto });
  if (conflicts.length > 0) throw conflictError(carried, job.base_ref, conflicts);
  return { files, tree: (await repository.openTree(onto, { changes: files })).id() };
}

/** Uses the code host's present state, which may be newer than what was stored when the job was created. */
async function endsOf(
  db: Database,
  { kind, of, number }: CarriedJob,
  { repository, pullRequest }: { repository: Repository; pullRequest: PullRequest | undefined },
): Promise<ChangeEnds> {
  if (pullRequest === undefined) {
    throw new CopydeskError(
      'change_not_found',
      `The code host of the project has no pull request #${number}. Has the project been connected with another one since?`,
    );
  }
  const deliveries = (await listDeliveries(db, of)).filter(({ reached }) => reached?.number === number);
  if (!deliveries.some(({ branch }) => branch === pullRequest.headRef)) throw otherChangeError(number);
  if (pullRequest.state === 'merged') {
    return await mergedChange(repository, { pullRequest, deliveries });
  }
  if (pullRequest.state === 'closed') {
    throw new CopydeskError('nothing_to_carry', `Pull request #${number} was closed and not merged.`);
  }
  if (kind === 'undo') {
    throw new CopydeskError(
      'pull_request_not_merged',
      `Pull request #${number} is open: there is nothing to undo yet.`,
    );
  }
  return await openChange(repository, pullRequest);
}

function otherChangeError(number: number): CopydeskError {
  return new CopydeskError(
    'change_not_found',
    `Pull request #${number} at the project's code host is not the one of the job. Has the project been connected with another one since?`,
  );
}

async function openChange(repository: Repository, { baseRef, headCommit, number }: PullRequest): Promise<ChangeEnds> {
  const base = await repository.head(baseRef);
  const before = base && (await repository.mergeBase(base, headCommit));
  if (before !== undefined) return { before, after: headCommit };
  throw new CopydeskError(
    'change_not_found',
    `The start of pull request #${number} is unknown: the branch ${baseRef} is gone, or has another history.`,
  );
}

const mostNamed = 10;

function conflictError({ kind, number }: CarriedJob, baseRef: string, files: readonly string[]): CopydeskError {
  const named = files.slice(0, mostNamed).join(', ');
  const others = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  const what =
    kind === 'undo'
      ? `Pull request #${number} cannot be undone automatically: ${baseRef} has changed the same lines since`
      : `Pull request #${number} cannot be backported to ${baseRef} automatically: the same lines are different there`;
  return new CopydeskError(
    'merge_conflict',
    `${what} (${named}${others}). Nothing was pushed. Change them by hand, or with a new job whose prompt says what to do.`,
  );
}
