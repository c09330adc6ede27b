import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';

/**
 * Copies the package of PostgreSQL's binaries into a folder, for users who cannot read the clone. The copy is as npm
 * leaves it where install scripts may not run: without the links between the libraries' names.
 */
export async function copyPackage(folder: string): Promise<string> {
  const copy = path.join(folder, 'package');
  await cp(thisMachine().packageFolder ?? '', copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(path.join(copy, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) await rm(path.join(copy, target), { force: true });
  return copy;
}
