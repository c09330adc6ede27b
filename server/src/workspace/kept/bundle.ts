import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { GitFailure, openGit } from '../git/git.ts';
import { createKept } from './kept.ts';

/** Long enough for the largest repository. */
const timeoutMilliseconds = 6 * 3600 * 1000;

/** What a repository is, besides its objects and refs. */
export interface RepositoryHead {
  /** The branch that a clone checks out. */
  head: string;
  isEmpty: boolean;
}

export async function readRepositoryHead(gitDirectory: string): Promise<RepositoryHead> {
  const git = openGit(process.env);
  const { stdout: head } = await git.run(['symbolic-ref', '--short', 'HEAD'], { gitDirectory });
  const { stdout: first } = await git.run(['for-each-ref', '--count=1'], { gitDirectory });
  return { head: head.toString('utf8').trim(), isEmpty: first.length === 0 };
}

/**
 * Streams all refs of a repository, and all that they lead to, in a form that git can read again. Others may push
 * meanwhile.
 */
export async function* readBundle(gitDirectory: string): AsyncGenerator<Uint8Array> {
  const git = openGit(process.env);
  const command = ['bundle', 'create', '--quiet', '-', '--all'];
  const running = git.start(command, { gitDirectory, timeoutMilliseconds });
  try {
    for await (const piece of running.stdout) yield piece instanceof Uint8Array ? piece : Buffer.from(String(piece));
    const exit = await running.exit;
    if (exit.code !== 0) throw new GitFailure('bundle', exit);
  } finally {
    running.stop();
  }
}

/** Creates a repository from a bundle, at a path where there is none. */
export async function createFromBundle(
  gitDirectory: string,
  { head, isEmpty }: RepositoryHead,
  bundle: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = `${gitDirectory}.bundle`;
  try {
    await pipeline(bundle, createWriteStream(file, { mode: 0o600 }));
    await createKept(gitDirectory, { initialBranch: head });
    if (isEmpty) return;
    await openGit(process.env).run(['fetch', '--quiet', '--no-tags', '--', file, '+refs/*:refs/*'], {
      gitDirectory,
      protocols: ['file'],
      timeoutMilliseconds,
    });
  } finally {
    await rm(file, { force: true });
  }
}
