import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/**
 * Packages that tests need. Without the registry they cannot be installed: a developer then skips these tests, and CI
 * fails.
 */
export interface PinnedPackages {
  /** The `node_modules` folder, when the packages are installed. */
  folder: string;
  /** Why they are missing. */
  missing?: string;
}

/**
 * Finds packages that tests need and that are too large for everybody's `npm ci`: they are installed once per lockfile,
 * beside the other packages.
 *
 * @param pinned a folder with `package.json` and `package-lock.json`.
 * @param name of the folder in the cache, such as `copydesk-frameworks`.
 * @param what the packages are, for whoever reads why tests were skipped.
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

/**
 * Installs in a draft folder and renames it, so that it appears as a whole; when two install at the same time, the
 * first one wins.
 */
async function install(pinned: string, home: string): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  const draft = await mkdtemp(`${home}.new-`);
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(pinned, name), path.join(draft, name));
    }
    // Their install scripts do not run: workerd and esbuild find their binaries without them, too.
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
