import { CopydeskError } from '@copydesk/contract';
import { isOwnCommit } from '../jobs/delivery.ts';
import { readJournal, recordEvent } from '../jobs/journal.ts';
import type { JournaledFile } from '../jobs/journal.ts';
import type { LeasedJob } from '../jobs/lease.ts';
import type { Project } from '../projects/project.ts';
import type { GitTree, Repository } from '../workspace/workspace.ts';
import { beginNewTurn } from './begin.ts';
import { boundary } from './boundary.ts';
import { carryOver } from './carry-over.ts';
import type { WorkerServices } from './services.ts';
import type { PreparedTurn, TurnBeginning } from './turn.ts';

/**
 * Brings the clone up to date, and begins a turn or goes on with the one that was interrupted.
 *
 * @throws CopydeskError `repository_*`, `ref_not_found`, `merge_conflict` (people changed the same files), `lease_lost`.
 */
export async function prepareTurn(services: WorkerServices, job: LeasedJob, project: Project): Promise<PreparedTurn> {
  const repository = await services.workspace.repository(services.source(project));
  await repository.fetch();
  const codeHost = services.codeHost(project);
  const interrupted = interruptedTurn(job);
  const beginning = interrupted ?? (await beginNewTurn(services, job, repository, codeHost));
  const { steps, files } = await readJournal(services.db, job.id);
  const refuse = boundary(project.docsFolder);
  const tree = await repository.openTree(beginning.baseCommit, { changes: files, refuse });
  requireDocs(tree, project);
  const turn = {
    ...beginning,
    repository,
    codeHost,
    tree,
    steps,
    expectedHead: await presentHead(repository, beginning),
  };
  return interrupted === undefined ? turn : await resumeTurn(services, job, { turn, files, refuse });
}

function interruptedTurn(job: LeasedJob): TurnBeginning | undefined {
  if (job.base_commit === null || job.turn_started_at === null) return undefined;
  return { number: job.turn, branch: job.branch, baseCommit: job.base_commit, startedAt: job.turn_started_at };
}

async function presentHead(repository: Repository, turn: TurnBeginning): Promise<string | null> {
  return (await repository.head(turn.branch)) ?? null;
}

/**
 * Goes on with a turn: the journal's files on the base commit must give the very tree that the last step stored.
 * When people have pushed to the branch meanwhile, the files are carried over to their commit.
 */
async function resumeTurn(
  services: WorkerServices,
  job: LeasedJob,
  stored: { turn: PreparedTurn; files: JournaledFile[]; refuse: (path: string) => string | undefined },
): Promise<PreparedTurn> {
  const { turn } = stored;
  if (job.tree !== null && turn.tree.id() !== job.tree) {
    throw new CopydeskError(
      'internal',
      `The journal's files give the tree ${turn.tree.id()}, but the last step stored ${job.tree}; the job stops here.`,
    );
  }
  const { number, baseCommit, branch, expectedHead } = turn;
  const lease = { jobId: job.id, epoch: job.epoch };
  const data = { turn: number, baseCommit, branch, resumed: true };
  await recordEvent(services.db, lease, { type: 'turn_started', data });
  const ours =
    expectedHead === null || expectedHead === baseCommit || (await isOwnCommit(services.db, job.id, expectedHead));
  if (ours) return turn;
  const tree = await carryOver(services.db, lease, { ...stored, to: expectedHead });
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
