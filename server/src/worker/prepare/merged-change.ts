import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { PullRequest } from '../../code-hosts/code-host.ts';
import type { BegunDelivery } from '../../jobs/deliver/delivery.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { carryFiles } from './carry-files.ts';

/** A change as two commits of a repository: the files before it and after it. */
export interface ChangeEnds {
  before: string;
  after: string;
}

/** A merged pull request, and what its job has delivered to its branch. */
export interface Merged {
  pullRequest: Pick<PullRequest, 'number' | 'baseRef' | 'headCommit' | 'mergeCommit'>;
  deliveries: readonly Pick<BegunDelivery, 'commit' | 'title'>[];
}

/** A rebase brings as many commits as the branch had. Of branches with more than these, only a squash is recognised. */
const mostRebased = 100;

/**
 * Finds what a merged pull request brought to its base branch, from git's data: a merge commit compared with its first
 * parent; or one squashed commit or a series of rebased ones, namely the one that makes the branch's whole change; or,
 * when the base branch was fast-forwarded to the pull request's own last commit, everything since the branch began.
 *
 * @throws CopydeskError `change_not_found` when the base branch no longer contains the merge, or the change cannot be
 *   determined.
 */
export async function mergedChange(repository: Repository, merged: Merged): Promise<ChangeEnds> {
  const { baseRef, headCommit, mergeCommit } = merged.pullRequest;
  const base = await repository.head(baseRef);
  if (base === undefined) throw baseGone(merged);
  const commit = mergeCommit === undefined ? undefined : await repository.findCommit(mergeCommit, base);
  if (commit === undefined) throw notFound(merged, `the branch ${baseRef} no longer contains its merge`);
  const [first, second] = commit.parents;
  if (first === undefined) throw notFound(merged, 'nothing is before it');
  if (commit.id === headCommit) return await fastForwarded(repository, merged, commit.id);
  if (second !== undefined) return { before: first, after: commit.id };
  return await squashedOrRebased(repository, merged, { commit: commit.id, parent: first });
}

/**
 * Counts from the parent of the job's first commit on the branch. With merges in between, the branch also contains
 * commits of the base branch.
 */
async function fastForwarded(repository: Repository, merged: Merged, after: string): Promise<ChangeEnds> {
  const [first] = merged.deliveries;
  const begun = first && (await repository.findCommit(first.commit, after));
  const [before] = begun?.parents ?? [];
  if (before === undefined) throw notFound(merged, 'its branch does not contain what the job delivered first');
  const commits = await repository.commits(before, after);
  if (!commits.some(({ isMerge }) => isMerge)) return { before, after };
  throw notFound(merged, 'its branch contains merges, and the base branch was moved to it');
}

async function squashedOrRebased(
  repository: Repository,
  merged: Merged,
  { commit: after, parent }: { commit: string; parent: string },
): Promise<ChangeEnds> {
  const line = await repository.recentCommits(after, mostRebased + 1);
  const branch = await branchChange(repository, merged, after);
  if (branch !== undefined) {
    const wanted = (await repository.openTree(after)).id();
    // The longest series comes first: on a commit that already has a part of the change, the whole change gives the
    // same result.
    for (const { id } of line.slice(1, branch.commits.length + 1).toReversed()) {
      if ((await treeWith(repository, branch, id)) === wanted) return { before: id, after };
    }
  }
  // What was merged differs from the branch. Then the titles of commits identify a series of them.
  const titles = branch?.commits ?? merged.deliveries.map(({ title }) => title);
  const newest = titles.toReversed();
  const isRow = newest.length > 1 && newest.every((title, at) => line[at]?.title === title);
  return { before: (isRow ? line[newest.length]?.id : undefined) ?? parent, after };
}

/**
 * Returns the whole change of the pull request's branch; undefined when the repository no longer has it, as after the
 * branch was deleted.
 */
async function branchChange(repository: Repository, { pullRequest: { headCommit } }: Merged, after: string) {
  try {
    const from = await repository.mergeBase(after, headCommit);
    if (from === undefined) return undefined;
    const commits = (await repository.commits(from, headCommit)).filter(({ isMerge }) => !isMerge);
    return { from, commit: headCommit, commits: commits.map(({ title }) => title) };
  } catch (error) {
    if (isCopydeskError(error, 'ref_not_found')) return undefined;
    throw error;
  }
}

/** Returns the tree that the branch's change makes on a commit; undefined when it does not apply there. */
async function treeWith(
  repository: Repository,
  { from, commit }: { from: string; commit: string },
  onto: string,
): Promise<string | undefined> {
  const { changes, conflicts } = await carryFiles(repository, { from, commit, onto });
  if (conflicts.length > 0) return undefined;
  return (await repository.openTree(onto, { changes })).id();
}

function notFound({ pullRequest }: Merged, why: string): CopydeskError {
  const detail = `The change of pull request #${pullRequest.number} cannot be found: ${why}. Revert it by hand.`;
  return new CopydeskError('change_not_found', detail);
}

function baseGone({ pullRequest: { number, baseRef } }: Merged): CopydeskError {
  return new CopydeskError(
    'ref_not_found',
    `The branch ${baseRef}, into which pull request #${number} was merged, is gone.`,
  );
}
