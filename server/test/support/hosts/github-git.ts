import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { madeUpSha } from './github-state.ts';
import type { GithubPull, GithubRepository } from './github-state.ts';

const run = promisify(execFile);

/** Returns the commit of a branch; undefined when no branch has that name. */
export async function headOf(repository: GithubRepository, branch: string): Promise<string | undefined> {
  if (repository.gitDirectory === undefined) return repository.heads.get(branch);
  try {
    return await git(repository.gitDirectory, ['rev-parse', '--verify', '-q', `refs/heads/${branch}`]);
  } catch {
    return undefined;
  }
}

/** Whether a branch contains nothing that another lacks. */
export async function isContained(repository: GithubRepository, head: string, base: string): Promise<boolean> {
  if (head === base) return true;
  if (repository.gitDirectory === undefined) return false;
  try {
    await git(repository.gitDirectory, ['merge-base', '--is-ancestor', head, base]);
    return true;
  } catch {
    return false;
  }
}

/** Whether a pull request merges into its base without a conflict. */
export async function isMergeableInGit(repository: GithubRepository, pull: GithubPull, head: string): Promise<boolean> {
  if (repository.gitDirectory === undefined) return true;
  const words = ['merge-tree', '--write-tree', `refs/heads/${pull.baseRef}`, head];
  return await git(repository.gitDirectory, words).then(
    () => true,
    () => false,
  );
}

/**
 * Creates a merge commit on the base branch.
 *
 * @throws when the branches conflict.
 */
export async function mergeInGit(repository: GithubRepository, pull: GithubPull, head: string): Promise<string> {
  const { gitDirectory, heads } = repository;
  if (gitDirectory === undefined) {
    const merge = madeUpSha();
    heads.set(pull.baseRef, merge);
    return merge;
  }
  const base = await git(gitDirectory, ['rev-parse', `refs/heads/${pull.baseRef}`]);
  const tree = await git(gitDirectory, ['merge-tree', '--write-tree', base, head]);
  const title = `Merge pull request #${pull.number} from ${pull.headRef}`;
  const author = ['-c', 'user.name=GitHub', '-c', 'user.email=noreply@github.example'];
  const commit = await git(gitDirectory, [...author, 'commit-tree', tree, '-p', base, '-p', head, '-m', title]);
  await git(gitDirectory, ['update-ref', `refs/heads/${pull.baseRef}`, commit, base]);
  return commit;
}

async function git(directory: string, args: string[]): Promise<string> {
  const { stdout } = await run('git', ['--git-dir', directory, ...args]);
  return stdout.trim().split('\n')[0] ?? '';
}
