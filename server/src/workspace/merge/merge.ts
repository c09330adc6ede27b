import { CopydeskError } from '@copydesk/contract/errors';
import { checkBranch, checkCommitId } from '../address.ts';
import { saveCommit } from '../objects/clone-objects.ts';
import type { Clone } from '../clone/clone-store.ts';
import type { Git, GitVersion } from '../git/git.ts';
import { findMergeOf } from '../history/history.ts';
import { mergeTrees } from './merge-trees.ts';
import { openPathRepository } from '../path-repository.ts';
import { giveCommit, pushBranch } from '../push/push.ts';
import { moveBranch } from '../refs/refs.ts';
import type { Remote } from '../remote.ts';
import type { MergeOrder } from '../repository.ts';
import { listWorkingCopies, updateWorkingCopy } from '../push/working-copy.ts';

/** What a merge needs from its repository. */
export interface MergeParts {
  git: Git;
  gitVersion: GitVersion;
  clone: Clone;
  remote: Remote;
  head(branch: string): Promise<string | undefined>;
  mergeBase(a: string, b: string): Promise<string | undefined>;
}

export interface Merge {
  /** The merge commit. */
  commit: string;
  /** Where the branch is now: at a later commit when the merge had been made before. */
  branchHead: string;
}

/** Merges a commit into a branch of the source, which has just been fetched. */
export async function mergeIntoBranch(parts: MergeParts, order: MergeOrder): Promise<Merge> {
  const { git, clone } = parts;
  checkBranch(order.base);
  checkCommitId(order.head);
  const base = await parts.head(order.base);
  if (base === undefined) {
    throw new CopydeskError('ref_not_found', `Branch ${order.base} is not there any more. Merge into one that is.`);
  }
  const ancestor = await parts.mergeBase(base, order.head);
  if (ancestor === undefined) {
    throw new CopydeskError(
      'merge_conflict',
      `The change and branch ${order.base} have no common history, so they cannot be merged.`,
    );
  }
  if (ancestor === order.head) {
    return { commit: await findMergeOf(git, clone.gitDirectory, order.head, base), branchHead: base };
  }
  const { message, author, at } = order;
  const tree = await mergeTrees(parts, { base: ancestor, ours: base, theirs: order.head });
  const commit = await saveCommit(git, clone, { tree, parents: [base, order.head], message, author, at });
  await deliverCommit(parts, order.base, base, commit);
  return { commit, branchHead: commit };
}

async function deliverCommit(
  { git, clone, remote }: MergeParts,
  branch: string,
  from: string,
  to: string,
): Promise<void> {
  if (remote.address.kind === 'url') return pushBranch(git, clone, remote, { branch, commit: to, expected: from });
  const target = await openPathRepository(remote.address.path);
  const [copies] = await Promise.all([listWorkingCopies(git, target), giveCommit(git, clone, target, to)]);
  const [copy, another] = copies.filter((one) => one.branch === branch);
  if (copy && another) {
    throw new CopydeskError(
      'working_copy_dirty',
      `Branch ${branch} is checked out twice, in ${copy.path} and ${another.path}. Switch one to another branch, then merge again.`,
    );
  }
  if (copy) return updateWorkingCopy(git, { target, copy, branch, from, to });
  return moveBranch(git, target, { branch, commit: to, expected: from });
}
