import { CopydeskError } from '@copydesk/contract';
import { isOwnCommit } from '../jobs/delivery.ts';
import { readJournal, recordEvent } from '../jobs/journal.ts';
import type { JournaledFile } from '../jobs/journal.ts';
import type { LeasedJob } from '../jobs/lease.ts';
import type { Project } from '../projects/project.ts';
import type { GitTree } from '../workspace/workspace.ts';
import { beginNewTurn } from './begin.ts';
import { boundary } from './boundary.ts';
import { carryOver } from './carry-over.ts';
import type { WorkerServices } from './services.ts';
import type { PreparedTurn, TurnBeginning } from './turn.ts';

/**
 * Brings the clone up to date, and begins a turn or goes on with the one that was interrupted.
 *
 * @param signal ends what git is doing.
 * @throws CopydeskError `repository_*`, `ref_not_found`, `merge_conflict` (people changed the same files), `lease_lost`.
 */
export async function prepareTurn(
  services: WorkerServices,
  job: LeasedJob,
  project: Project,
  signal: AbortSignal,
): Promise<PreparedTurn> {
  const repository = await services.workspace.repository(services.source(project), { signal });
  await repository.fetch();
  const codeHost = services.codeHost(project, { jobId: job.id, epoch: job.epoch });
  const interrupted = interruptedTurn(job);
  const beginning = interrupted ?? (await beginNewTurn(services, job, repository, codeHost));
  const { steps, files } = await readJournal(services.db, job.id);
  const refuse = boundary(project.docsFolder);
  const tree = await repository.openTree(beginning.baseCommit, { changes: files, refuse });
  requireDocs(tree, project);
  const expectedHead = (await repository.head(beginning.branch)) ?? null;
  const turn = { ...beginning, repository, codeHost, tree, steps, expectedHead };
  if (interrupted !== undefined) await resumeTurn(services, job, turn);
  return await buildOnTheirs(services, job, { turn, files, refuse });
}

function interruptedTurn(job: LeasedJob): TurnBeginning | undefined {
  const { turn: number, branch, base_commit: baseCommit, turn_started_at: startedAt } = job;
  if (baseCommit === null || startedAt === null) return undefined;
  return { number, branch, baseCommit, branchBase: job.branch_base ?? baseCommit, startedAt };
}

/** Goes on with a turn: the journal's files on the base commit must give the very tree that the last step stored. */
async function resumeTurn(services: WorkerServices, job: LeasedJob, turn: PreparedTurn): Promise<void> {
  if (job.tree !== null && turn.tree.id() !== job.tree) {
    throw new CopydeskError(
      'internal',
      `The journal's files give the tree ${turn.tree.id()}, but the last step stored ${job.tree}; the job stops here.`,
    );
  }
  const { number, baseCommit, branch } = turn;
  const data = { turn: number, baseCommit, branch, resumed: true };
  await recordEvent(services.db, { jobId: job.id, epoch: job.epoch }, { type: 'turn_started', data });
}

/**
 * Commits of people that the branch has, and the turn does not begin with, are built upon: pushed over, they would be
 * lost. They may be older than the turn, or come while it began.
 */
async function buildOnTheirs(
  services: WorkerServices,
  job: LeasedJob,
  stored: { turn: PreparedTurn; files: JournaledFile[]; refuse: (path: string) => string | undefined },
): Promise<PreparedTurn> {
  const { turn } = stored;
  const { baseCommit, expectedHead } = turn;
  const ours =
    expectedHead === null || expectedHead === baseCommit || (await isOwnCommit(services.db, job.id, expectedHead));
  if (ours) return turn;
  const tree = await carryOver(services.db, { jobId: job.id, epoch: job.epoch }, { ...stored, to: expectedHead });
  return { ...turn, baseCommit: expectedHead, tree };
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
    `${where} has no Markdown or MDX file on this branch. Name the branch and folder of the docs in the project.`,
  );
}
