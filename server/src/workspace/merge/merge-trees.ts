import { CopydeskError } from '@copydesk/contract/errors';
import type { Clone } from '../clone/clone-store.ts';
import type { Git, GitVersion } from '../git/git.ts';
import { mergeFileByFile, type ThreeCommits } from './merge-file-by-file.ts';

interface MergeTools {
  git: Git;
  clone: Clone;
  gitVersion: GitVersion;
}

/**
 * Returns the tree of a three-way merge. The tree is stored, and no working copy is needed.
 * @throws CopydeskError `merge_conflict` with the names of the files
 */
export async function mergeTrees(parts: MergeTools, commits: ThreeCommits): Promise<string> {
  const { tree, conflicts } = await tryMergeTrees(parts, commits);
  if (conflicts.length === 0) return tree;
  const named = conflicts.slice(0, 10).join(', ');
  const others = conflicts.length > 10 ? ` and ${conflicts.length - 10} more` : '';
  throw new CopydeskError(
    'merge_conflict',
    `Both sides changed ${named}${others}, and the changes conflict. Nothing was merged; update the branch, then merge again.`,
  );
}

/**
 * Does the same for a caller that wants to know the conflicts. The tree contains git's marks in texts that both sides
 * changed; it is `''` when git is too old to create one.
 */
export async function tryMergeTrees(
  { git, clone, gitVersion }: MergeTools,
  commits: ThreeCommits,
): Promise<{ tree: string; conflicts: string[] }> {
  const hasMergeTree = gitVersion.major > 2 || gitVersion.minor >= 38;
  return hasMergeTree ? await mergeByGit(git, clone, commits) : await mergeFileByFile(git, clone, commits);
}

/** Uses `git merge-tree --write-tree`, which exists since git 2.38 and follows renames. */
async function mergeByGit(git: Git, { gitDirectory }: Clone, { ours, theirs }: ThreeCommits) {
  const { code, stdout } = await git.run(
    ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs],
    { gitDirectory, answers: [0, 1], timeoutMilliseconds: 120_000 },
  );
  const [tree = '', ...files] = stdout
    .toString()
    .split('\0')
    .filter((field) => field !== '');
  return { tree, conflicts: code === 0 ? [] : files };
}
