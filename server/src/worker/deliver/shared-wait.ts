import { deliveredPaths } from '../../jobs/deliver/delivery.ts';
import { passOrWait, readSharedWait, recordWaitConflicts } from '../../jobs/deliver/shared-wait.ts';
import type { MandateSettings } from '../../mandate/mandate.ts';
import type { Project } from '../../projects/project.ts';
import { baseHead } from '../prepare/branches.ts';
import { tryCarryOver } from '../prepare/carry-over.ts';
import type { DeliveryWork } from './delivery-work.ts';
import { moveToNewBase } from '../prepare/new-base.ts';
import type { PreparedTurn } from '../turn.ts';
import { whileHeld } from '../claim/while-held.ts';

/**
 * Lets a finished change wait for other jobs that change the same files, when the project wants that. At this point it
 * is known which files it touches and nothing has left the server, and the checks and the review, which come first,
 * need no repeat when the others are closed. A branch that has already delivered is not held back: people look at its
 * pull request, and wait for what they asked for there.
 *
 * @returns `waits`: the lease is given back.
 * @throws CopydeskError `lease_lost`, `draining`.
 */
export async function waitForShared(
  { services, job, turn, hold }: DeliveryWork,
  { sharedFiles }: Pick<Project, 'sharedFiles'>,
): Promise<'passed' | 'waits'> {
  const mayWait = sharedFiles === 'wait';
  const files = turn.tree.changes().map(({ path }) => path);
  if (files.length === 0) return 'passed';
  return await whileHeld(hold, async () => {
    const { db } = services;
    if (!mayWait && (await readSharedWait(db, job.id, turn.number)) === undefined) return 'passed';
    if ((await deliveredPaths(db, job.id, turn.branch)).length > 0) return 'passed';
    const change = { projectId: job.project_id, jobId: job.id, baseRef: job.base_ref, turn: turn.number, files };
    return await passOrWait(db, hold.lease, { ...change, mayWait });
  });
}

/**
 * Moves the change of a turn that has waited to the present base branch, so that it includes what it waited for. Where
 * both have changed the same lines, the change stays where it was made: people see both in its pull request, and have
 * the conflict solved there like any other.
 *
 * @throws CopydeskError `repository_*`, `lease_lost`.
 */
export async function buildOnMerged(work: DeliveryWork, settings: MandateSettings): Promise<PreparedTurn> {
  const { services, job, turn, hold } = work;
  const { number, branch, baseCommit, expectedHead, mergeHead, repository } = turn;
  if (expectedHead !== null || mergeHead !== null || turn.tree.changes().length === 0) return turn;
  const waited = await readSharedWait(services.db, job.id, number);
  // A turn that already continued makes the same commit again.
  if (waited === undefined || waited.passedAt !== null) return turn;
  const to = await baseHead(repository, job);
  if (to === baseCommit) return turn;
  const newBase = { to, from: baseCommit, branch, branchBase: to };
  const { changes, conflicts } = await tryCarryOver(services.db, hold.lease, turn, newBase);
  if (conflicts.length === 0) return await moveToNewBase(services, { turn, to, changes }, settings);
  await recordWaitConflicts(services.db, hold.lease, { turn: number, files: conflicts, baseRef: job.base_ref });
  return turn;
}
