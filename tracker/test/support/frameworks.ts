import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const pinned = fileURLToPath(new URL('../frameworks/', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/copydesk-frameworks/', import.meta.url));

/** Without the registry nothing can be installed: a developer goes on without these tests, and CI does not. */
export interface Frameworks {
  /** The folder of `node_modules`, where they are there. */
  folder: string;
  /** Why they are not there. */
  missing?: string;
}

/** Next.js and workerd, half a gigabyte: installed once for each lockfile, beside what `npm ci` installs. */
export async function findFrameworks(): Promise<Frameworks> {
  const lockfile = await readFile(path.join(pinned, 'package-lock.json'));
  const home = path.join(cache, createHash('sha256').update(lockfile).digest('hex').slice(0, 16));
  const folder = path.join(home, 'node_modules');
  if (await isThere(home)) return { folder };
  try {
    await install(home);
    return { folder };
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    const missing = `Next.js and workerd could not be installed: ${error instanceof Error ? error.message : String(error)}`;
    console.warn(missing);
    return { folder, missing };
  }
}

/** It appears as a whole; of two that install at the same time, the first one counts. */
async function install(home: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${home}.new-`);
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(pinned, name), path.join(draft, name));
    }
    // No program of theirs runs: workerd finds its binary without, too.
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: draft });
    await rename(draft, home).catch(async (error: unknown) => {
      if (!(await isThere(home))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
