import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import { ignoreMissing, ignoreThere } from './file-errors.ts';
import type { Machine } from './machine.ts';
import type { Place } from './place.ts';
import { canReach } from './reach.ts';

/** PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, such as 18: only clusters of the same version can be opened. */
  major: number;
}

const Package = z.object({ version: z.string().regex(/^\d+\.\d+/) });
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the programs in their npm package. When that cannot be used (the server's user cannot reach it, or its
 * libraries' links are missing and the package is read-only), finds them in a copy that is made once.
 * @throws CopydeskError `database_refused` when there is no package for this machine.
 */
export async function findBinaries(machine: Machine, place: Place): Promise<Binaries> {
  const folder = machine.packageFolder;
  if (folder === undefined) {
    throw new CopydeskError(
      'database_refused',
      'The embedded PostgreSQL is not installed: there are packages for Linux and macOS on x64 and arm64, and npm ' +
        'leaves them out with --omit=optional. Install it, or use a PostgreSQL of your own with DATABASE_URL.',
    );
  }
  const { version } = Package.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
  const native = path.join(folder, 'native');
  const serves = (await linkLibraries(folder)) && (await isReachable(path.join(native, 'bin/postgres'), place));
  const home = serves
    ? native
    : await copyOnce(folder, version, machine.user.uid === 0 ? machine.sharedFolder : place.directory);
  return {
    initdb: path.join(home, 'bin/initdb'),
    postgres: path.join(home, 'bin/postgres'),
    major: Number.parseInt(version, 10),
  };
}

async function isReachable(program: string, place: Place): Promise<boolean> {
  return place.runAs === undefined || (await canReach(program, place.runAs));
}

/**
 * Makes the links between the libraries' names. npm packages cannot contain links; the package's install script makes
 * them when scripts are allowed. Returns false when they are missing and the folder is not writable.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = Symlinks.parse(JSON.parse(await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8')));
  try {
    for (const { source, target } of list) await linkLibrary(path.join(folder, source), path.join(folder, target));
    return true;
  } catch {
    return false;
  }
}

async function linkLibrary(source: string, target: string): Promise<void> {
  if (await stat(target).catch(ignoreMissing)) return;
  await symlink(path.relative(path.dirname(target), source), target).catch(ignoreThere);
}

/** Copies what the server needs (about 50 MB) to `<folder>/postgresql-<version>`, which appears atomically. */
async function copyOnce(packageFolder: string, version: string, folder: string): Promise<string> {
  const home = path.join(folder, `postgresql-${version}`);
  if (await stat(home).catch(ignoreMissing)) return path.join(home, 'native');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${home}.new-`);
  await cp(path.join(packageFolder, 'native'), path.join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a') && path.basename(file) !== 'pkgconfig',
  });
  await linkLibraries(draft);
  await openToAll(draft);
  await rename(draft, home).catch(ignoreThere);
  await rm(draft, { recursive: true, force: true });
  return path.join(home, 'native');
}

/** Another user runs the copy, whatever the umask was when the package was installed. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(file);
    else if (entry.isFile()) await chmod(file, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
