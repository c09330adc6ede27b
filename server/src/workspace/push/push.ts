import { CopydeskError } from '@copydesk/contract/errors';
import { checkBranch, checkCommitId } from '../address.ts';
import { readParents } from '../objects/clone-objects.ts';
import type { Clone } from '../clone/clone-store.ts';
import { GitFailure, type Git, type GitExit } from '../git/git.ts';
import { openPathRepository, type PathRepository } from '../path-repository.ts';
import { branchMovedError, moveBranch } from '../refs/refs.ts';
import { hostRefusal, printable, remoteWords } from '../git/host-words.ts';
import { listBranches, callRemote, trackedUnder, type Remote } from '../remote.ts';
import type { PushOrder } from '../repository.ts';
import type { Source } from '../source.ts';
import { transferCommit } from './transfer.ts';
import { storageFull } from '../git/storage-errors.ts';
import { listWorkingCopies } from './working-copy.ts';

/** Moves a branch of the source to a commit of the clone. */
export async function pushBranch(git: Git, clone: Clone, remote: Remote, order: PushOrder): Promise<void> {
  checkBranch(order.branch);
  checkCommitId(order.commit);
  if (order.expected !== null) checkCommitId(order.expected);
  if (remote.address.kind === 'url') return pushToUrl(git, clone.gitDirectory, remote, order);
  const target = await openPathRepository(remote.address.path);
  const [copies] = await Promise.all([listWorkingCopies(git, target), giveCommit(git, clone, target, order.commit)]);
  const copy = copies.find(({ branch }) => branch === order.branch);
  if (copy && copy.commit !== order.commit) throw checkedOutError(order.branch, copy.path);
  await moveBranch(git, target, order);
}

/**
 * Gives a repository on this machine a commit of the clone, with everything that it does not have yet. It is assumed to
 * have the commit's parents, as it nearly always does. When its git finds that it lacks something, it gets more, and
 * finally everything.
 */
export async function giveCommit(git: Git, clone: Clone, target: PathRepository, commit: string): Promise<void> {
  const { gitDirectory } = clone;
  const guesses = [
    () => readParents(clone, commit),
    async () => Array.from((await listBranches(git, { gitDirectory, under: trackedUnder })).values()),
    () => Promise.resolve([]),
  ];
  for (const [index, guess] of guesses.entries()) {
    try {
      return await transferCommit(git, { from: gitDirectory, to: target, commit, has: await guess() });
    } catch (error) {
      if (!(error instanceof GitFailure) || index === guesses.length - 1) throw error;
    }
  }
}

function checkedOutError(branch: string, path: string): CopydeskError {
  return new CopydeskError(
    'push_rejected',
    `Branch ${branch} is checked out in ${path}, and moving it would make that copy outdated. Switch that copy to another branch.`,
    { retryable: false },
  );
}

export const pushCommand =
  'push --quiet --porcelain --no-verify --no-follow-tags --no-recurse-submodules --no-signed'.split(' ');

async function pushToUrl(git: Git, gitDirectory: string, remote: Remote, order: PushOrder): Promise<void> {
  const { branch, commit, expected, guard } = order;
  await moveRemoteBranch(git, gitDirectory, remote, { branch, to: commit, expected, guard });
}

/** Removes a branch that is still at the given commit; only behind a URL. */
export async function removeRemoteBranch(
  git: Git,
  { gitDirectory }: Clone,
  remote: Remote,
  { branch, commit }: { branch: string; commit: string },
): Promise<void> {
  checkBranch(branch);
  checkCommitId(commit);
  if (remote.address.kind !== 'url') throw new Error('only branches behind a URL are taken away');
  await moveRemoteBranch(git, gitDirectory, remote, { branch, to: null, expected: commit });
}

/**
 * The lease makes the server compare and swap; `--porcelain` reports the result for each branch.
 *
 * @param move where the branch goes; null removes it.
 */
async function moveRemoteBranch(
  git: Git,
  gitDirectory: string,
  remote: Remote,
  move: { branch: string; to: string | null; expected: string | null; guard?: () => void },
): Promise<void> {
  const { branch, to, expected, guard } = move;
  const lease = `--force-with-lease=refs/heads/${branch}:${expected ?? ''}`;
  const { exit, stdout } = await callRemote(remote, async ({ place, call }) => {
    guard?.();
    const command = [...pushCommand, lease, '--', place, `${to ?? ''}:refs/heads/${branch}`];
    return await runPush(git, { command, call: { ...call, gitDirectory } });
  });
  if (exit.code !== 0) throw refusalOf(exit, stdout, { branch, expected, source: remote.source });
}

function refusalOf(
  exit: GitExit,
  stdout: string,
  { branch, expected, source }: { branch: string; expected: string | null; source: Source },
): CopydeskError {
  const [, summary = ''] = /^!\t[^\t]*\t(.*)$/m.exec(stdout) ?? [];
  if (
    /stale info|fetch first|non-fast-forward|failed to update ref|cannot lock ref|reference already exists/.test(
      summary,
    )
  ) {
    return branchMovedError(branch, expected);
  }
  // The server reports separately what it cannot write. Any other fault there is reported in the branch's own line.
  const broken = /unpacker error|internal (server )?error|unexpected error|timed? ?out/i.test(summary);
  const failure = new GitFailure('push', exit);
  const refusal = broken ? undefined : hostRefusal(`${exit.stderr}\n${summary}`, source.location, failure);
  const words = remoteWords(exit.stderr);
  return (
    storageFull(failure, source) ??
    refusal ??
    refusedError(branch, words === '' ? summary : `${summary} (${words})`, broken)
  );
}

/** A rule that forbids the push still forbids it a minute later. A broken server may be fixed. */
function refusedError(branch: string, summary: string, retryable: boolean): CopydeskError {
  const reason = printable(summary).slice(0, 500);
  return new CopydeskError(
    'push_rejected',
    `The server refused the push to ${branch}: ${reason}. Allow it there, or use another branch.`,
    { retryable },
  );
}

/** A push that was refused branch by branch says so on its output; one that failed as a whole does not. */
export async function runPush(git: Git, { command, call }: { command: string[]; call: Parameters<Git['run']>[1] }) {
  const [stdout, exit] = await git.inTurn('transfer', () => {
    const running = git.start(command, call);
    running.stdin.end();
    return Promise.all([running.stdout.setEncoding('utf8').toArray(), running.exit]);
  });
  const text = stdout.join('');
  if (exit.killed || (exit.code !== 0 && !/^!\t/m.test(text))) throw new GitFailure('push', exit);
  return { exit, stdout: text };
}
