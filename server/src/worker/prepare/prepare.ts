import { CopydeskError } from '@copydesk/contract';
import { readCarried } from '../../jobs/request/carried.ts';
import { listDeliveries } from '../../jobs/deliver/delivery.ts';
import { readJournal, recordEvent } from '../../jobs/run/journal.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { MandateSettings } from '../../mandate/mandate.ts';
import type { Project } from '../../projects/project.ts';
import type { GitTree } from '../../workspace/workspace.ts';
import { divergenceOf } from './ancestry.ts';
import { beginNewTurn } from './begin.ts';
import { carryOver } from './carry-over.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { finishDelivery } from '../deliver/finish-delivery.ts';
import type { Hold } from '../claim/hold.ts';
import { openJobMandate } from './job-mandate.ts';
import { mergeNotice } from './merge-base.ts';
import { mergedBy } from './merged.ts';
import { moveToNewBase } from './new-base.ts';
import { codeHostFor } from '../masking/searched-host.ts';
import type { WorkerServices } from '../services.ts';
import { buildOnMerged } from '../deliver/shared-wait.ts';
import { traced } from '../stages.ts';
import type { PreparedTurn, TurnBeginning } from '../turn.ts';

/**
 * Updates the clone, and begins a turn or resumes the one that was interrupted.
 *
 * @throws CopydeskError `repository_*`, `ref_not_found`, `merge_conflict` (people changed the same lines),
 *   `lease_lost`; and those of a delivery that was begun and is finished first.
 */
export async function prepareTurn(
  services: WorkerServices,
  job: LeasedJob,
  project: Project,
  { hold, mask }: { hold: Hold; mask: Masking },
): Promise<PreparedTurn> {
  const repository = await services.workspace.repository(services.source(project), { signal: hold.signal });
  await traced(services, { name: 'git fetch', kind: 'client' }, () => repository.fetch());
  const codeHost = codeHostFor(services, project, hold.lease, mask);
  const interrupted = interruptedTurn(job);
  const carried = await readCarried(services.db, job.id);
  const beginning = interrupted ?? (await beginNewTurn(services, { job, carried }, repository, codeHost));
  // Everything in the journal came with a step, or with the change that the job carries.
  const { steps, files } =
    job.steps === 0 && carried === undefined ? emptyJournal : await readJournal(services.db, job.id);
  const mandate = await openJobMandate(services.docs, repository, beginning.baseCommit, project);
  const tree = await repository.openTree(beginning.baseCommit, { changes: files, ...mandate });
  requireDocs(tree, project);
  const expectedHead = (await repository.head(beginning.branch)) ?? null;
  const isNew = !steps.some((step) => step.turn === beginning.number);
  const notice = beginning.mergeHead !== null && isNew ? mergeNotice(tree, job.base_ref) : undefined;
  const merged = mergedBy({ ...beginning, repository });
  const turn = { ...beginning, repository, codeHost, tree, merged, mandate, steps, expectedHead, notice, carried };
  const resumed = interrupted === undefined ? turn : await resumeTurn({ services, job, turn, hold }, project);
  const prepared = await buildOnTheirs({ services, job, turn: resumed, hold }, project);
  await services.onFaultPoint?.('prepared', job.id);
  return prepared;
}

const emptyJournal: Awaited<ReturnType<typeof readJournal>> = { steps: [], files: [] };

function interruptedTurn(job: LeasedJob): TurnBeginning | undefined {
  const { turn: number, branch, base_commit: baseCommit, turn_started_at: startedAt } = job;
  if (baseCommit === null || startedAt === null) return undefined;
  return {
    number,
    branch,
    baseCommit,
    branchBase: job.branch_base ?? baseCommit,
    startedAt,
    mergeHead: job.merge_head,
  };
}

/**
 * Resumes a turn: the journal's files on the base commit must give exactly the tree that the last step stored. A
 * delivery that it had begun is finished first, and a turn that has waited for other jobs is rebuilt on what they made.
 */
async function resumeTurn(work: DeliveryWork, settings: MandateSettings): Promise<PreparedTurn> {
  const { services, job, turn, hold } = work;
  if (job.tree !== null && turn.tree.id() !== job.tree) {
    throw new CopydeskError(
      'internal',
      `The journal's files give the tree ${turn.tree.id()}, but the last step stored ${job.tree}; the job stops here.`,
    );
  }
  const { number, baseCommit, branch } = turn;
  const data = { turn: number, baseCommit, branch, resumed: true };
  await recordEvent(services.db, hold.lease, { type: 'turn_started', data });
  return await buildOnMerged({ ...work, turn: await finishDelivery(work) }, settings);
}

/**
 * Builds on commits of people that the branch has and the turn does not begin with: a push over them would lose them.
 * They may be older than the turn, may come while it begins, or may stand on top of what the turn has already pushed.
 */
async function buildOnTheirs(
  { services, job, turn, hold }: DeliveryWork,
  settings: MandateSettings,
): Promise<PreparedTurn> {
  const { branch, branchBase, baseCommit, expectedHead: to } = turn;
  if (to === null || to === baseCommit || to === turn.mergeHead) return turn;
  const deliveries = await listDeliveries(services.db, job.id);
  // A commit that the job made itself may be replaced.
  if (deliveries.some(({ commit }) => commit === to)) return turn;
  const from = await divergenceOf(turn, deliveries, [to]);
  const because = `Somebody pushed to the branch ${branch}`;
  const changes = await carryOver(services.db, hold.lease, turn, { to, from, branch, branchBase, because });
  return await moveToNewBase(services, { turn, to, changes }, settings);
}

function requireDocs(tree: GitTree, project: Project): void {
  const prefix = project.docsFolder === '' ? '' : `${project.docsFolder}/`;
  const found = tree
    .entries()
    .some((entry) => entry.path.startsWith(prefix) && /\.(md|mdx|markdown)$/i.test(entry.path));
  if (found) return;
  const where = prefix === '' ? 'The repository' : `The folder "${project.docsFolder}" of the repository`;
  throw new CopydeskError(
    'repository_not_docs',
    `${where} has no Markdown or MDX file on this branch. Set the branch and folder of the docs in the project.`,
  );
}
