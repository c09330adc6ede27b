import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clone } from './clone-store.ts';
import type { Git } from '../git/git.ts';

/**
 * Above these numbers of loose objects and packs, slow reads cost more than packing (`gc.auto` and `gc.autoPackLimit`).
 */
const maximumLoose = 6700;
const maximumPacks = 50;

/**
 * Packs a clone, under its lock, when many objects have accumulated. Objects that no branch needs, such as those of
 * jobs in progress, stay for two weeks.
 */
export async function maintainClone(git: Git, { gitDirectory, lock }: Clone): Promise<void> {
  if (!(await isUntidy(join(gitDirectory, 'objects')))) return;
  await lock(() =>
    git.run(['gc', '--quiet', '--prune=2.weeks.ago'], { gitDirectory, timeoutMilliseconds: 30 * 60_000 }),
  );
}

async function isUntidy(objects: string): Promise<boolean> {
  // Ids are spread evenly, so one of the 256 folders represents all, as in git itself.
  const [sample, packs] = await Promise.all([list(join(objects, '17')), list(join(objects, 'pack'))]);
  return sample.length * 256 > maximumLoose || packs.filter((name) => name.endsWith('.pack')).length > maximumPacks;
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
