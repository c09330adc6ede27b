import type { Git } from '../git/git.ts';
import type { PathRepository } from '../path-repository.ts';
import type { PushCommand } from './push-head.ts';

/** What a push has done to the refs of a repository. */
export interface ReceivedPush {
  moved: PushCommand[];
}

/** More names than these do not fit into one command line. Then all refs are read instead. */
const mostNamed = 1_000;

/** Returns which of a push's refs are where it wanted them, read after it is over. Those that git refused are not. */
export async function readPush(
  git: Git,
  repository: PathRepository,
  commands: readonly PushCommand[],
): Promise<ReceivedPush> {
  const wanted = commands.filter(({ from, to }) => from !== to);
  if (wanted.length === 0) return { moved: [] };
  const named = wanted.length <= mostNamed ? wanted.map(({ ref }) => ref) : ['refs/heads', 'refs/tags'];
  const now = await readRefs(git, repository, named);
  return { moved: wanted.filter(({ ref, to }) => (now.get(ref) ?? null) === to) };
}

/** Lists the names of the existing branches. */
export async function listBranches(git: Git, repository: PathRepository): Promise<string[]> {
  const refs = await readRefs(git, repository, ['refs/heads']);
  return Array.from(refs.keys(), (ref) => ref.slice('refs/heads/'.length));
}

async function readRefs(
  git: Git,
  { gitDirectory, owner }: PathRepository,
  patterns: string[],
): Promise<Map<string, string>> {
  const { stdout } = await git.run(['for-each-ref', '--format=%(objectname) %(refname)', '--', ...patterns], {
    gitDirectory,
    as: owner,
  });
  const lines = stdout.toString().split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
}
