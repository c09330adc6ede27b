import type { CodeHost } from '../../code-hosts/code-host.ts';
import { isBranchTaken } from '../../jobs/deliver/branch-taken.ts';
import { ownBranch } from '../../jobs/request/create.ts';
import type { CarriedJob } from '../../jobs/request/carried.ts';
import { listDeliveries } from '../../jobs/deliver/delivery.ts';
import type { BegunDelivery } from '../../jobs/deliver/delivery.ts';
import { beginTurn } from '../../jobs/run/journal.ts';
import type { TurnStart } from '../../jobs/run/journal.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { baseHead, furtherBranch } from './branches.ts';
import { beginWithCarried } from './carried-change.ts';
import { beginWithMerge } from './merge-base.ts';
import type { WorkerServices } from '../services.ts';
import type { TurnBeginning } from '../turn.ts';

type Base = Pick<TurnStart, 'branch' | 'baseCommit' | 'branchBase' | 'merge'>;

/** A leased job, and the change that it carries if it is a job of that kind. */
interface Begun {
  job: LeasedJob;
  carried: CarriedJob | undefined;
}

/**
 * Chooses where a new turn begins, and stores it.
 *
 * @throws CopydeskError `ref_not_found`, `lease_lost`; for a job that carries a change also those of {@link
 *   beginWithCarried}.
 */
export async function beginNewTurn(
  services: WorkerServices,
  { job, carried }: Begun,
  repository: Repository,
  codeHost: CodeHost,
): Promise<TurnBeginning> {
  const base = await chooseBase(services, job, repository, codeHost);
  const isFirst = carried !== undefined && job.turn === 0;
  const start = isFirst
    ? await beginWithCarried(services.db, { job, carried, onto: base.baseCommit }, { repository, codeHost })
    : undefined;
  // Git's times have whole seconds.
  const startedAt = new Date(Math.floor(services.now().getTime() / 1000) * 1000);
  const number = job.turn + 1;
  await beginTurn(services.db, { jobId: job.id, epoch: job.epoch }, number, {
    ...base,
    startedAt,
    ...(start && { carried: start }),
  });
  await services.onFaultPoint?.('turn-begun', job.id);
  const { branch, baseCommit, branchBase, merge } = base;
  return { branch, baseCommit, branchBase, mergeHead: merge?.head ?? null, number, startedAt };
}

/**
 * While the pull request is open, a turn builds on its branch, including people's commits. When asked to solve
 * conflicts, it merges the base branch. When the pull request was merged or closed, it is over: the turn begins at the
 * base branch, in a new branch of its own.
 */
async function chooseBase(
  services: WorkerServices,
  job: LeasedJob,
  repository: Repository,
  codeHost: CodeHost,
): Promise<Base> {
  // The first turn comes before the first delivery.
  const deliveries = job.turn === 0 ? [] : await listDeliveries(services.db, job.id);
  const delivered = deliveries.findLast(({ reached }) => reached !== undefined);
  if (delivered?.reached === undefined || delivered.branch !== job.branch) {
    return await freshBase(repository, job, await freeBranch(services, job, repository, deliveries));
  }
  const pullRequest = await codeHost.read(delivered.reached.number);
  const head = await repository.head(job.branch);
  // When the project was connected to another host since, the number belongs to another pull request.
  if (pullRequest?.state !== 'open' || pullRequest.headRef !== job.branch || head === undefined) {
    return await freshBase(repository, job, furtherBranch(job.id, job.turn + 1, deliveries));
  }
  const merging = await beginWithMerge(services.db, job, repository, head);
  if (merging !== undefined) return { branch: job.branch, branchBase: merging.baseCommit, ...merging };
  return { branch: job.branch, baseCommit: head, branchBase: job.branch_base ?? head };
}

/**
 * Returns the requested branch of the job when it is free: it does not exist in the repository (except as this job
 * pushed it), no existing branch prevents its name, and no earlier job uses it. Otherwise returns a name of the job's
 * own, so that nothing is ever pushed over somebody else's branch.
 */
async function freeBranch(
  { db }: WorkerServices,
  { id, branch, base_ref: baseRef, project_id: projectId }: LeasedJob,
  repository: Repository,
  deliveries: readonly BegunDelivery[],
): Promise<string> {
  const own = ownBranch(id);
  if (branch.startsWith(own)) return branch;
  const head = await repository.head(branch);
  const isOurs = deliveries.some((delivery) => delivery.branch === branch && delivery.commit === head);
  const isThere = branch === baseRef || (head !== undefined && !isOurs) || (await repository.hasBranchInTheWay(branch));
  return isThere || (await isBranchTaken(db, { projectId, branch, before: id })) ? own : branch;
}

async function freshBase(repository: Repository, job: LeasedJob, branch: string): Promise<Base> {
  const head = await baseHead(repository, job);
  return { branch, baseCommit: head, branchBase: head };
}
