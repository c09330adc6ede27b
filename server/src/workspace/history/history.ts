import type { Git } from '../git/git.ts';
import type { CommitsSince, CommitSummary, FoundCommit } from '../repository.ts';

/** How many commits are listed at most. */
const maximumCommits = 500;

const logCommand = 'log -z --no-show-signature --no-mailmap --no-decorate --no-notes --encoding=UTF-8'.split(' ');

/** Lists the commits of `to` that `from` does not have, oldest first. */
export async function listCommits(git: Git, gitDirectory: string, from: string, to: string): Promise<CommitSummary[]> {
  return await readLog(git, gitDirectory, ['--reverse', `--max-count=${maximumCommits}`], `${from}..${to}`);
}

/** Lists the commits on the first-parent line of a commit, itself included, newest first. */
export async function listRecent(git: Git, gitDirectory: string, commit: string, count: number) {
  return await readLog(git, gitDirectory, ['--first-parent', `--max-count=${count}`], commit);
}

/** Lists the first commits on the first-parent line of a commit that an earlier one does not have, oldest first. */
export async function listSince(
  git: Git,
  gitDirectory: string,
  { earlier, commit, most }: { earlier: string; commit: string; most: number },
): Promise<CommitsSince> {
  const range = `${earlier}..${commit}`;
  // git would apply a limit before it reverses the order, and so list the newest.
  const { stdout } = await git.run(['rev-list', '--first-parent', '--reverse', range, '--'], { gitDirectory });
  const ids = stdout.toString().split('\n').slice(0, -1);
  const last = ids.at(Math.min(most, ids.length) - 1);
  if (last === undefined || most === 0) return { commits: [], hasMore: ids.length > 0 };
  const commits = await readLog(git, gitDirectory, ['--first-parent', '--reverse'], `${earlier}..${last}`);
  return { commits, hasMore: ids.length > commits.length };
}

const format =
  '--format=tformat:%H%x00%at%x00%an%x00%s%x00%P%x00%(trailers:key=Signed-off-by,valueonly,separator=%x2C)';

async function readLog(git: Git, gitDirectory: string, options: string[], range: string): Promise<CommitSummary[]> {
  const { stdout } = await git.run([...logCommand, ...options, format, range, '--'], { gitDirectory });
  const fields = stdout.toString().split('\0');
  const commits: CommitSummary[] = [];
  for (let at = 0; at + 5 < fields.length; at += 6) {
    const [id = '', seconds, author = '', title = '', parents = '', signedOff = ''] = fields.slice(at, at + 6);
    const flags = { isMerge: parents.includes(' '), isSignedOff: signedOff.includes('@') };
    commits.push({ id, title, author, at: new Date(Number(seconds) * 1000), ...flags });
  }
  return commits;
}

/** Reads a commit by the beginning of its id; undefined when none or several match. */
export async function readCommit(git: Git, gitDirectory: string, id: string): Promise<FoundCommit | undefined> {
  if (!/^[\da-f]{4,64}$/.test(id)) return undefined;
  const { code, stdout } = await git.run(
    ['log', '-1', '-z', '--no-show-signature', '--format=tformat:%H%x00%ct%x00%P', `${id}^{commit}`, '--'],
    { gitDirectory, answers: [0, 128] },
  );
  const [found = '', seconds, parents = ''] = stdout.toString().split('\0');
  if (code !== 0 || found === '') return undefined;
  return { id: found, at: new Date(Number(seconds) * 1000), parents: parents.split(' ').filter((one) => one !== '') };
}

export async function findMergeBase(git: Git, gitDirectory: string, a: string, b: string): Promise<string | undefined> {
  const { code, stdout } = await git.run(['merge-base', a, b], { gitDirectory, answers: [0, 1] });
  return code === 0 ? stdout.toString().trim() : undefined;
}

export async function isAncestor(
  git: Git,
  gitDirectory: string,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const { code } = await git.run(['merge-base', '--is-ancestor', ancestor, descendant], {
    gitDirectory,
    answers: [0, 1],
  });
  return code === 0;
}

/**
 * Returns the commit on the first-parent line of `branch` that brought `commit` in; `branch` itself when none can be
 * determined.
 */
export async function findMergeOf(git: Git, gitDirectory: string, commit: string, branch: string): Promise<string> {
  const { stdout } = await git.run(
    ['rev-list', '--first-parent', '--ancestry-path', '--reverse', `${commit}..${branch}`, '--'],
    { gitDirectory },
  );
  return stdout.toString().split('\n')[0] || branch;
}
