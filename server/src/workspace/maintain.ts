import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clone } from './clone-store.ts';
import type { Git } from './git.ts';

/** Loose objects and packs above which reads become slower than packing is worth (`gc.auto` and `gc.autoPackLimit`). */
const maximumLoose = 6700;
const maximumPacks = 50;

/**
 * Packs a clone, under its lock, when many objects have piled up. Objects that no branch needs, such as those of jobs
 * under way, stay for two weeks.
 */
export async function maintainClone(git: Git, { gitDirectory, lock }: Clone): Promise<void> {
  if (!(await isUntidy(join(gitDirectory, 'objects')))) return;
  await lock(() =>
    git.run(['gc', '--quiet', '--prune=2.weeks.ago'], { gitDirectory, timeoutMilliseconds: 30 * 60_000 }),
  );
}

async function isUntidy(objects: string): Promise<boolean> {
  // Ids are spread evenly, so one of the 256 folders tells of all, as git itself has it.
  const [sample, packs] = await Promise.all([list(join(objects, '17')), list(join(objects, 'pack'))]);
  return sample.length * 256 > maximumLoose || packs.filter((name) => name.endsWith('.pack')).length > maximumPacks;
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
