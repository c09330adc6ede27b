import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/** Without the registry nothing can be installed: a developer goes on without these tests, and CI does not. */
export interface PinnedPackages {
  /** The folder of `node_modules`, where they are there. */
  folder: string;
  /** Why they are not there. */
  missing?: string;
}

/**
 * What tests need and is too large for everybody's `npm ci`: installed once for each lockfile, beside what that installs.
 *
 * @param pinned a folder with `package.json` and `package-lock.json`.
 * @param name of the folder in the cache, such as `copydesk-frameworks`.
 * @param what it is, for who reads why tests were skipped.
 */
export async function findPinned({
  pinned,
  name,
  what,
}: {
  pinned: string;
  name: string;
  what: string;
}): Promise<PinnedPackages> {
  const lockfile = await readFile(path.join(pinned, 'package-lock.json'));
  const home = path.join(cache, name, createHash('sha256').update(lockfile).digest('hex').slice(0, 16));
  const folder = path.join(home, 'node_modules');
  if (await isThere(home)) return { folder };
  try {
    await install(pinned, home);
    return { folder };
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    const missing = `${what} could not be installed: ${error instanceof Error ? error.message : String(error)}`;
    console.warn(missing);
    return { folder, missing };
  }
}

/** It appears as a whole; of two that install at the same time, the first one counts. */
async function install(pinned: string, home: string): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  const draft = await mkdtemp(`${home}.new-`);
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(pinned, name), path.join(draft, name));
    }
    // No program of theirs runs: workerd and esbuild find their binaries without, too.
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
