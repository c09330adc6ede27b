import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { PullRequest } from '../code-hosts/code-host.ts';
import type { BegunDelivery } from '../jobs/delivery.ts';
import type { Repository } from '../workspace/workspace.ts';
import { carryFiles } from './carry-files.ts';

/** A change as two commits of a repository: what the files were, and what it made of them. */
export interface ChangeEnds {
  before: string;
  after: string;
}

/** A merged pull request, with what its job has delivered to its branch. */
export interface Merged {
  pullRequest: Pick<PullRequest, 'number' | 'baseRef' | 'headCommit' | 'mergeCommit'>;
  deliveries: readonly Pick<BegunDelivery, 'commit' | 'title'>[];
}

/** A rebase brings as many commits as the branch had; of more than these, only a squash is recognised. */
const mostRebased = 100;

/**
 * What a merged pull request brought to its base branch, by what git holds: a merge commit against its first parent; else one
 * squashed commit or a row of rebased ones, of which the one is right that makes the branch's whole change; or, where the
 * branch was moved on to the pull request's own last commit, all since it began.
 *
 * @throws CopydeskError `change_not_found` where the base branch does not hold the merge any more, or it cannot be told.
 */
export async function mergedChange(repository: Repository, merged: Merged): Promise<ChangeEnds> {
  const { baseRef, headCommit, mergeCommit } = merged.pullRequest;
  const base = await repository.head(baseRef);
  if (base === undefined) throw baseGone(merged);
  const commit = mergeCommit === undefined ? undefined : await repository.findCommit(mergeCommit, base);
  if (commit === undefined) throw notFound(merged, `the branch ${baseRef} does not hold its merge any more`);
  const [first, second] = commit.parents;
  if (first === undefined) throw notFound(merged, 'nothing is before it');
  if (commit.id === headCommit) return await fastForwarded(repository, merged, commit.id);
  if (second !== undefined) return { before: first, after: commit.id };
  return await squashedOrRebased(repository, merged, { commit: commit.id, parent: first });
}

/** The branch began where the job's first commit on it stands; with merges in between, the base branch's own commits are among its. */
async function fastForwarded(repository: Repository, merged: Merged, after: string): Promise<ChangeEnds> {
  const [first] = merged.deliveries;
  const begun = first && (await repository.findCommit(first.commit, after));
  const [before] = begun?.parents ?? [];
  if (before === undefined) throw notFound(merged, 'its branch does not hold what the job delivered first');
  const commits = await repository.commits(before, after);
  if (!commits.some(({ isMerge }) => isMerge)) return { before, after };
  throw notFound(merged, 'its branch holds merges, and the base branch was moved on to it');
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
    // The longest row first: on a commit that has a part of the change already, the whole makes the same.
    for (const { id } of line.slice(1, branch.commits.length + 1).toReversed()) {
      if ((await treeWith(repository, branch, id)) === wanted) return { before: id, after };
    }
  }
  // What was merged is otherwise than the branch: then the titles of commits tell a row of them.
  const titles = branch?.commits ?? merged.deliveries.map(({ title }) => title);
  const newest = titles.toReversed();
  const isRow = newest.length > 1 && newest.every((title, at) => line[at]?.title === title);
  return { before: (isRow ? line[newest.length]?.id : undefined) ?? parent, after };
}

/** The whole change of the pull request's branch; undefined where the repository has lost it, as after the branch was deleted. */
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

/** The tree that the branch's change makes on a commit; undefined where it does not fit there. */
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
  const detail = `What pull request #${pullRequest.number} brought cannot be told: ${why}. Revert it by hand.`;
  return new CopydeskError('change_not_found', detail);
}

function baseGone({ pullRequest: { number, baseRef } }: Merged): CopydeskError {
  return new CopydeskError(
    'ref_not_found',
    `The branch ${baseRef}, into which pull request #${number} was merged, is gone.`,
  );
}
