import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkBranch } from '../address.ts';
import { checkGit, openGit } from '../git/git.ts';

export interface KeptOptions {
  /** The branch that a clone checks out. */
  initialBranch: string;
  environment?: NodeJS.ProcessEnv;
}

/** Creates an empty bare repository at an absolute path, which Copydesk keeps. An existing one stays as it is. */
export async function createKept(
  path: string,
  { initialBranch, environment = process.env }: KeptOptions,
): Promise<void> {
  if (await isThere(path)) return;
  const git = openGit(environment);
  await checkGit(git);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const making = `${path}.making-${randomUUID()}`;
  try {
    await git.run([
      'init',
      '--quiet',
      '--bare',
      '--template=',
      `--initial-branch=${checkBranch(initialBranch)}`,
      '--',
      making,
    ]);
    await rename(making, path);
  } catch (error) {
    // Another process was first.
    if (!(await isThere(path))) throw error;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  const head = await stat(join(path, 'HEAD')).catch(() => undefined);
  return head?.isFile() === true;
}
