import { CopydeskError } from '@copydesk/contract/errors';
import { GitFailure, type Git } from '../git/git.ts';
import { listBranches } from '../remote.ts';
import type { PathRepository } from '../path-repository.ts';

const noCommit = '0'.repeat(40);

/** The identity in the reflog of a repository on this machine. */
export const reflogIdentity = { GIT_COMMITTER_NAME: 'Copydesk', GIT_COMMITTER_EMAIL: 'copydesk@localhost' };

export interface BranchMove {
  branch: string;
  commit: string;
  /** The commit that the branch must be at; null when it must not exist. */
  expected: string | null;
  /** Called at the last moment before the branch moves. What it throws prevents the move. */
  guard?: () => void;
}

/**
 * Moves a branch of a repository on this machine when it is at the expected commit. A branch that is already at the new
 * commit is fine.
 * @throws CopydeskError `push_rejected`
 */
export async function moveBranch(git: Git, { gitDirectory, owner }: PathRepository, move: BranchMove): Promise<void> {
  const { branch, commit, expected } = move;
  move.guard?.();
  try {
    await git.run(['update-ref', '-m', 'copydesk: push', '-z', '--stdin'], {
      gitDirectory,
      as: owner,
      variables: reflogIdentity,
      input: `update refs/heads/${branch}\0${commit}\0${expected ?? noCommit}\0`,
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const now = (await listBranches(git, { gitDirectory, as: owner })).get(branch);
    if (now !== commit) throw branchMovedError(branch, expected, now, error);
  }
}

export function branchMovedError(
  branch: string,
  expected: string | null,
  now?: string,
  cause?: unknown,
): CopydeskError {
  const was = expected === null ? 'it was expected not to exist' : `${expected.slice(0, 12)} was expected`;
  const is = now === undefined ? '' : `, and ${now.slice(0, 12)} is there`;
  return new CopydeskError(
    'push_rejected',
    `Branch ${branch} is not where it was: ${was}${is}. Nothing was overwritten; start from the new commit and push again.`,
    { cause },
  );
}
