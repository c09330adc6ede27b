import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Address } from '../address.ts';
import type { Git } from '../git/git.ts';
import { linkObjects } from './link-objects.ts';
import { openPathRepository } from '../path-repository.ts';
import { fetchBranches, listBranches, trackBranches, type Remote } from '../remote.ts';

/**
 * Whether the bare repository of a clone exists. It is renamed to its place when it is complete, so it is never
 * partial.
 */
export async function isCloned(gitDirectory: string): Promise<boolean> {
  const head = await stat(join(gitDirectory, 'HEAD')).catch(() => undefined);
  return head?.isFile() === true;
}

/**
 * Makes the bare clone of a source, under its lock. A repository on this machine is cloned by linking its object files
 * (5,000 loose objects: 0.1 s; packing and unpacking them: 2.9 s). A URL is cloned by one fetch of what its branches
 * contain now, without their history, which is fetched when a question about it comes up.
 */
export async function makeClone(git: Git, gitDirectory: string, remote: Remote): Promise<void> {
  await removeLeftovers(gitDirectory);
  const making = `${gitDirectory}.making-${randomUUID()}`;
  try {
    await mkdir(making, { recursive: true });
    await git.run(['init', '--quiet', '--bare', '--template=', '--initial-branch=none', making]);
    if (!(await cloneByLinks(git, making, remote.address))) await fetchBranches(git, making, remote, 'none');
    await rename(making, gitDirectory);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Removes what a killed process left, and a clone that lost its HEAD. */
async function removeLeftovers(gitDirectory: string): Promise<void> {
  const folder = dirname(gitDirectory);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(gitDirectory)}.making-`));
  await Promise.all(
    [...names.map((name) => join(folder, name)), gitDirectory].map((path) =>
      rm(path, { recursive: true, force: true }),
    ),
  );
}

async function cloneByLinks(git: Git, making: string, address: Address): Promise<boolean> {
  if (address.kind !== 'path') return false;
  const { gitDirectory } = await openPathRepository(address.path);
  // Branches before objects: objects that are added meanwhile do no harm, and everything that the branches need is
  // there.
  const branches = await listBranches(git, { gitDirectory });
  if (!(await linkObjects(gitDirectory, making))) return false;
  await trackBranches(git, making, branches);
  return true;
}
