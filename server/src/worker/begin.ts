import { CopydeskError } from '@copydesk/contract';
import type { CodeHost } from '../code-hosts/code-host.ts';
import { lastDelivery } from '../jobs/delivery.ts';
import { beginTurn } from '../jobs/journal.ts';
import type { LeasedJob } from '../jobs/lease.ts';
import type { Repository } from '../workspace/workspace.ts';
import type { WorkerServices } from './services.ts';
import type { TurnBeginning } from './turn.ts';

interface Base {
  branch: string;
  baseCommit: string;
  branchBase: string;
}

/**
 * Chooses where a new turn begins, and stores it.
 *
 * @throws CopydeskError `ref_not_found`, `lease_lost`.
 */
export async function beginNewTurn(
  services: WorkerServices,
  job: LeasedJob,
  repository: Repository,
  codeHost: CodeHost,
): Promise<TurnBeginning> {
  const base = await chooseBase(services, job, repository, codeHost);
  // Git's times have whole seconds.
  const startedAt = new Date(Math.floor(services.now().getTime() / 1000) * 1000);
  const number = job.turn + 1;
  await beginTurn(services.db, { jobId: job.id, epoch: job.epoch }, number, { ...base, startedAt });
  return { ...base, number, startedAt };
}

/**
 * While the pull request is open, a turn builds on its branch, on people's commits too. A merged or closed one is
 * over: the turn begins at the base branch, in a new branch of its own.
 */
async function chooseBase(
  services: WorkerServices,
  job: LeasedJob,
  repository: Repository,
  codeHost: CodeHost,
): Promise<Base> {
  const delivered = await lastDelivery(services.db, job.id);
  if (delivered === undefined || delivered.branch !== job.branch) return await freshBase(repository, job, job.branch);
  const pullRequest = await codeHost.read(delivered.pullRequestNumber);
  const head = await repository.head(job.branch);
  if (pullRequest?.state !== 'open' || head === undefined) {
    return await freshBase(repository, job, `copydesk/${job.id}-${job.turn + 1}`);
  }
  return { branch: job.branch, baseCommit: head, branchBase: job.branch_base ?? head };
}

async function freshBase(repository: Repository, job: LeasedJob, branch: string): Promise<Base> {
  const head = await repository.head(job.base_ref);
  if (head !== undefined) return { branch, baseCommit: head, branchBase: head };
  throw new CopydeskError(
    'ref_not_found',
    `The repository has no branch "${job.base_ref}". Push it, or make a project for the branch that it should be.`,
  );
}
