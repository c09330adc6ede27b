import { CopydeskError } from '@copydesk/contract';
import { checkBranch, checkCommitId } from './address.ts';
import type { Git } from './git.ts';
import { findMergeOf, isAncestor } from './history.ts';
import { openPathRepository } from './path-repository.ts';
import { giveCommit, pushBranch } from './push.ts';
import { moveBranch } from './refs.ts';
import type { Remote } from './remote.ts';
import type { MergeOrder } from './repository.ts';
import { bringAlong, listWorkingCopies } from './working-copy.ts';

/** What a merge needs of the repository that it happens in. */
export interface MergeParts {
  git: Git;
  gitDirectory: string;
  remote: Remote;
  head(branch: string): Promise<string | undefined>;
  mergeBase(a: string, b: string): Promise<string | undefined>;
  /** Writes a commit of a tree that is there. */
  commitTree(tree: string, parents: string[], order: MergeOrder): Promise<string>;
}

export interface Merge {
  /** The merge commit. */
  commit: string;
  /** Where the branch is now: further on when the merge had been made before. */
  branchHead: string;
}

/** Merges a commit into a branch at the source, which has just been fetched. */
export async function mergeIntoBranch(parts: MergeParts, order: MergeOrder): Promise<Merge> {
  const { git, gitDirectory } = parts;
  checkBranch(order.base);
  checkCommitId(order.head);
  const base = await parts.head(order.base);
  if (base === undefined) {
    throw new CopydeskError('ref_not_found', `Branch ${order.base} is not there any more. Merge into one that is.`);
  }
  if ((await parts.mergeBase(base, order.head)) === undefined) {
    throw new CopydeskError(
      'merge_conflict',
      `The change and branch ${order.base} have no common history, so they cannot be merged.`,
    );
  }
  if (await isAncestor(git, gitDirectory, order.head, base)) {
    return { commit: await findMergeOf(git, gitDirectory, order.head, base), branchHead: base };
  }
  const tree = await mergeTrees(git, gitDirectory, base, order.head);
  const commit = await parts.commitTree(tree, [base, order.head], order);
  await deliver(parts, order.base, base, commit);
  return { commit, branchHead: commit };
}

async function deliver({ git, gitDirectory, remote }: MergeParts, branch: string, from: string, to: string) {
  if (remote.address.kind === 'url') {
    return pushBranch(git, gitDirectory, remote, { branch, commit: to, expected: from });
  }
  const target = await openPathRepository(remote.address.path);
  const [copies] = await Promise.all([listWorkingCopies(git, target), giveCommit(git, gitDirectory, target, to)]);
  const [copy, another] = copies.filter((one) => one.branch === branch);
  if (copy && another) {
    throw new CopydeskError(
      'working_copy_dirty',
      `Branch ${branch} is checked out twice, in ${copy.path} and ${another.path}. Switch one to another branch, then merge again.`,
    );
  }
  if (copy) return bringAlong(git, { target, copy, branch, from, to });
  return moveBranch(git, target, { branch, commit: to, expected: from });
}

/**
 * The tree of a three-way merge, which needs no working copy (git 2.38).
 * @throws CopydeskError `merge_conflict` with the names of the files
 */
async function mergeTrees(git: Git, gitDirectory: string, ours: string, theirs: string): Promise<string> {
  const { code, stdout } = await git.run(
    ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs],
    { gitDirectory, answers: [0, 1], timeoutMilliseconds: 120_000 },
  );
  const [tree = '', ...files] = stdout
    .toString()
    .split('\0')
    .filter((field) => field !== '');
  if (code === 0) return tree;
  const named = files.slice(0, 10).join(', ');
  const others = files.length > 10 ? ` and ${files.length - 10} more` : '';
  throw new CopydeskError(
    'merge_conflict',
    `Both sides changed the same lines of ${named}${others}. Nothing was merged; bring the branch up to date, then merge again.`,
  );
}
