import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import { GitFailure, type Git, type GitRun } from '../git/git.ts';
import { readPointer, type PathRepository } from '../path-repository.ts';
import { branchMovedError, moveBranch, reflogIdentity } from '../refs/refs.ts';

/** A folder with checked-out files: a repository's own one, or a linked worktree. */
export interface WorkingCopy {
  path: string;
  /** What HEAD points at. */
  commit: string | undefined;
  /** The branch that is checked out or being rebased there; undefined when HEAD is detached. */
  branch: string | undefined;
  rebasing: boolean;
}

/** Lists the working copies of a repository on this machine; a bare one has none. */
export async function listWorkingCopies(git: Git, { gitDirectory, owner }: PathRepository): Promise<WorkingCopy[]> {
  const { stdout } = await git.run(['worktree', 'list', '--porcelain'], { gitDirectory, as: owner });
  const copies = stdout
    .toString()
    .split('\n\n')
    .filter((block) => block !== '' && !/^(bare|prunable.*)$/m.test(block));
  return Promise.all(copies.map(readCopy));
}

async function readCopy(block: string): Promise<WorkingCopy> {
  const field = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(block)?.[1];
  const path = field('worktree') ?? '';
  const rebased = await rebasedBranch(await copyDirectory(path));
  const branch = rebased ?? field('branch')?.replace(/^refs\/heads\//, '');
  return { path, commit: field('HEAD'), branch, rebasing: rebased !== undefined };
}

/** Returns the git directory of one working copy, with its HEAD and index. */
async function copyDirectory(path: string): Promise<string> {
  const dotGit = join(path, '.git');
  return (await readPointer(dotGit)) ?? dotGit;
}

async function rebasedBranch(directory: string): Promise<string | undefined> {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const name = await readFile(join(directory, folder, 'head-name'), 'utf8').catch(() => '');
    if (name !== '') return name.trim().replace(/^refs\/heads\//, '');
  }
  return undefined;
}

/** A working copy that must follow its branch from one commit to another. */
export interface WorkingCopyUpdate {
  target: PathRepository;
  copy: WorkingCopy;
  branch: string;
  from: string;
  to: string;
}

/**
 * Moves a branch that is checked out, and its clean working copy with it. The files come first and the branch last, as
 * in git itself: a crash in between leaves the new files staged on the old commit, and the next try finds exactly that
 * and completes it.
 * @throws CopydeskError `working_copy_dirty` when the copy has changes or is in the middle of an operation;
 *   `push_rejected` when the branch has moved
 */
export async function updateWorkingCopy(git: Git, order: WorkingCopyUpdate): Promise<void> {
  const { target, copy, branch, from, to } = order;
  const call = await copyCall(git, order);
  await checkNothingUnderWay(copy, call.gitDirectory);
  if (await hasChanges(git, call)) {
    if (!(await isHalfUpdated(git, call, to))) {
      throw dirtyError(copy.path, 'it has changes that are not committed. Commit or stash them, then merge again');
    }
    return moveBranch(git, target, { branch, commit: to, expected: from });
  }
  try {
    await git.run(
      [
        'merge',
        '--quiet',
        '--ff-only',
        '--no-stat',
        '--no-verify-signatures',
        '--no-autostash',
        '--no-overwrite-ignore',
        to,
      ],
      { ...call, timeoutMilliseconds: 120_000, variables: reflogIdentity },
    );
  } catch (error) {
    throw workingCopyError(error, order);
  }
}

type CopyCall = GitRun & { gitDirectory: string };

/** Calls in the copy see its own symlinks, and run none of the filters that its configuration names. */
async function copyCall(git: Git, { target, copy }: WorkingCopyUpdate): Promise<CopyCall> {
  const gitDirectory = await copyDirectory(copy.path);
  const call: CopyCall = { gitDirectory, as: target.owner, workTree: copy.path, withoutSettings: ['core.symlinks'] };
  const found = await stat(gitDirectory).catch(() => undefined);
  if (!found?.isDirectory()) throw dirtyError(copy.path, 'it cannot be found. Run `git worktree prune` or repair it');
  const { stdout } = await git.run(['config', '-z', '--name-only', '--get-regexp', String.raw`^filter\.`], {
    ...call,
    answers: [0, 1],
  });
  const names = stdout
    .toString()
    .split('\0')
    .filter((name) => name !== '');
  const settings = names.map((name) => [name, name.endsWith('.required') ? 'false' : '']);
  return { ...call, settings: { ...Object.fromEntries(settings), 'merge.verifySignatures': 'false' } };
}

async function checkNothingUnderWay({ path, rebasing }: WorkingCopy, gitDirectory: string): Promise<void> {
  const states = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG', 'rebase-merge', 'rebase-apply'];
  const found = await Promise.allSettled(states.map((name) => access(join(gitDirectory, name))));
  if (!rebasing && found.every(({ status }) => status === 'rejected')) return;
  throw dirtyError(path, 'a merge, rebase, cherry-pick, revert or bisect is under way there. End it, then merge again');
}

/** Whether tracked files differ from the commit, staged or not. Submodules are not checked: git would run in them. */
async function hasChanges(git: Git, call: CopyCall): Promise<boolean> {
  const { stdout } = await git.run(
    ['status', '--porcelain', '-z', '--untracked-files=no', '--ignore-submodules=all'],
    call,
  );
  return stdout.length > 0;
}

/** Whether the index is already that of `commit`, and the files match the index. */
async function isHalfUpdated(git: Git, call: CopyCall, commit: string): Promise<boolean> {
  const answers = { ...call, answers: [0, 1] };
  const staged = await git.run(['diff-index', '--cached', '--quiet', '--ignore-submodules=all', commit, '--'], answers);
  const files = await git.run(['diff-files', '--quiet', '--ignore-submodules=all'], answers);
  return staged.code === 0 && files.code === 0;
}

function workingCopyError(error: unknown, { copy, branch, from }: WorkingCopyUpdate): unknown {
  if (!(error instanceof GitFailure)) return error;
  const { stderr } = error.exit;
  if (/not possible to fast-forward|cannot lock ref/i.test(stderr))
    return branchMovedError(branch, from, undefined, error);
  const listed = /would be overwritten by merge:\n((?:\t.+\n)+)/.exec(stderr)?.[1] ?? '';
  if (listed === '') return error;
  const files = listed.trim().split(/\n\t/).slice(0, 5).join(', ');
  return dirtyError(
    copy.path,
    `the merge would overwrite ${files}. Move them away or commit them, then merge again`,
    error,
  );
}

function dirtyError(path: string, reason: string, cause?: unknown): CopydeskError {
  return new CopydeskError('working_copy_dirty', `The working copy ${path} cannot be updated: ${reason}.`, {
    cause,
  });
}
