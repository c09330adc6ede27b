import { formatProblem } from '../../agent/review/repair.ts';
import { listDeliveries } from '../../jobs/deliver/delivery.ts';
import type { MergeWatch } from '../../jobs/hosts/merge-watch.ts';
import type { Project } from '../../projects/project.ts';
import type { GitTree, Repository } from '../../workspace/workspace.ts';
import { runFurtherChecks, withFindings } from '../verify/further-checks.ts';
import { openJobMandate } from '../prepare/job-mandate.ts';
import { openPageViews } from '../site/page-views.ts';
import { publishedOf } from '../site/published.ts';
import type { WorkerServices } from '../services.ts';
import type { ChangeFacts } from './decide.ts';

/** The commits between which a pull request's change lies now, after a fetch. */
interface Ends {
  /** The last commit of the branch that it goes into. */
  base: string;
  head: string;
  /** Where its branch has left the base branch. */
  fork: string;
}

/**
 * Reads what a pull request changes, from git and by the docs' own checks. The change is recognised from the commit where
 * its branch began. Its problems are those of the base branch after the merge against the base branch as it is now.
 *
 * @returns undefined when one of the branches, or their common history, is gone.
 * @throws CopydeskError `repository_*`.
 */
export async function readChangeFacts(
  services: WorkerServices,
  project: Project,
  repository: Repository,
  watch: MergeWatch,
): Promise<ChangeFacts | undefined> {
  const base = await repository.head(watch.baseRef);
  const fork = base && (await repository.mergeBase(base, watch.head));
  if (base === undefined || fork === undefined) return undefined;
  const ends = { base, head: watch.head, fork };
  const files = await repository.diff(fork, watch.head);
  const [before, after] = [await repository.openTree(fork), await repository.openTree(watch.head)];
  const merge = await repository.tryMerge({ ours: base, theirs: watch.head });
  const paths = files.flatMap(({ path, oldPath }) => (oldPath === null || oldPath === path ? [path] : [oldPath, path]));
  return {
    recognised: await services.docs.recognise({ before, after, folder: project.docsFolder }),
    paths: [...new Set(paths)].toSorted(),
    changedLines: files.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0),
    foreignCommits: await countForeign(services, repository, watch, ends),
    conflicts: merge.conflicts,
    problems: merge.conflicts.length > 0 ? [] : await problemsOf(services, project, { repository, ends, merge }),
    refused: await refusedBy(services, project, { repository, fork, after, paths }),
  };
}

/** Counts the commits that came with the branch and that no delivery of the job has made. */
async function countForeign(
  { db }: WorkerServices,
  repository: Repository,
  { jobId }: MergeWatch,
  { base, head }: Ends,
): Promise<number> {
  const own = new Set((await listDeliveries(db, jobId)).map(({ commit }) => commit));
  const commits = await repository.commits(base, head);
  return commits.filter(({ id }) => !own.has(id)).length;
}

/** Compares the base branch with what it would be after the merge, as a turn of a job does; warnings count too. */
async function problemsOf(
  services: WorkerServices,
  project: Project,
  {
    repository,
    ends,
    merge,
  }: { repository: Repository; ends: Ends; merge: Awaited<ReturnType<Repository['tryMerge']>> },
): Promise<string[]> {
  const folder = project.docsFolder;
  const before = await repository.openTree(ends.base);
  const after = await repository.openTree(ends.base, { changes: await merge.changes() });
  const views = await openPageViews({
    db: services.db,
    project,
    docs: [services.docs.of(before, { folder })],
    retentionMonths: services.viewsRetentionMonths,
    now: services.now,
  });
  const compared = await services.docs.compare({
    before,
    after,
    folder,
    ...(views && { views: (paths: string[]) => views.read(paths) }),
    guardViews: project.guardViews,
    published: await publishedOf(services, project, { repository, baseCommit: ends.base }),
  });
  const report = await runFurtherChecks(services, { before, after, folder });
  const { problems, warnings } = report === undefined ? compared : withFindings(compared, report);
  return [...problems, ...warnings].map(formatProblem);
}

/** Asks the mandate of the project's jobs about each file, with the settings of now. */
async function refusedBy(
  { docs }: WorkerServices,
  settings: Project,
  change: { repository: Repository; fork: string; after: GitTree; paths: readonly string[] },
): Promise<string[]> {
  const { repository, fork, after, paths } = change;
  const { refuse, examine } = await openJobMandate(docs, repository, fork, settings);
  const reasons: string[] = [];
  for (const path of paths) {
    const content = after.entry(path) === undefined ? undefined : await after.read(path);
    if (content !== undefined) await examine(path, content);
    const fault = refuse(path, content);
    if (fault !== undefined) reasons.push(`${path}: ${fault}.`);
  }
  return reasons;
}
