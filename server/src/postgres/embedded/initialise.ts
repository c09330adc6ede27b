import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { ignoreThere } from './file-errors.ts';
import type { Machine } from './machine.ts';
import type { Place } from './place.ts';
import { isAlive, runProgram } from './process.ts';
import { refuseDirectory, refusedByFileSystem } from './refusal.ts';

/** The one database user of the embedded server. */
export const databaseUser = 'copydesk';

/**
 * Creates the cluster with a random password. It is created in a folder beside and then renamed, so a kill at any
 * moment leaves nothing half done. Of two concurrent processes one wins, and the other's work is discarded.
 * @throws CopydeskError `data_directory_refused`
 */
export async function initialise(work: Initialisation): Promise<void> {
  await makeAside(work).catch(refusedByFileSystem(work.place.directory));
}

interface Initialisation {
  place: Place;
  binaries: Binaries;
  machine: Machine;
  /** Runs once initdb works. */
  onLaunched: () => void;
}

async function makeAside(work: Initialisation): Promise<void> {
  const { place } = work;
  const parent = path.dirname(place.folder);
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await removeAbandoned(place.folder);
  const draft = await mkdtemp(`${place.folder}.new-${process.pid}-`);
  try {
    await fill(draft, work);
    await rename(draft, place.folder).catch(ignoreThere);
    await flush(parent);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fill(draft: string, work: Initialisation): Promise<void> {
  const { place, machine } = work;
  const data = path.join(draft, 'data');
  const password = path.join(draft, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(password, randomBytes(32).toString('base64url'), { mode: 0o600 });
  if (place.runAs === undefined) return await runInitdb(data, password, work);

  // The server's user may enter the folder, but not list it. Only initdb may read the password, and only until it ends.
  await chmod(draft, 0o711);
  await chown(data, place.runAs.uid, place.runAs.gid);
  await chown(password, place.runAs.uid, place.runAs.gid);
  await runInitdb(data, password, work);
  await chown(password, machine.user.uid, machine.user.gid);
}

/**
 * Flushes the file system once in place of each of a thousand files: 0.7 s in place of 1.1 to 2.4 for the whole of initdb
 * on a busy machine. Only Linux can. https://www.postgresql.org/docs/18/app-initdb.html
 */
const flushedAtOnce = ['--sync-method=syncfs'];

/**
 * How often the password is hashed, at each connection: 10 ms with PostgreSQL's 4,096. That slows down whoever guesses
 * passwords that people chose. This one is 256 random bits, which nobody guesses.
 * https://www.postgresql.org/docs/18/runtime-config-connection.html#GUC-SCRAM-ITERATIONS
 */
const iterations = 1;

/**
 * Uses UTF-8 with PostgreSQL's own C.UTF-8: the same order and case rules on every machine, whatever its C library, so
 * an index stays valid when the system is upgraded.
 */
async function runInitdb(data: string, password: string, work: Initialisation): Promise<void> {
  const ended = runProgram(
    work.binaries.initdb,
    [
      `--pgdata=${data}`,
      `--username=${databaseUser}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      `--set=scram_iterations=${iterations}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(work.machine.platform === 'linux' ? flushedAtOnce : []),
    ],
    { folder: data, runAs: work.place.runAs },
  );
  work.onLaunched();
  const { exitCode, errors } = await ended;
  if (exitCode === 0) return;
  throw refuseDirectory(work.place.directory, `PostgreSQL could not make its files there: ${errors.trim()}.`);
}

/** Removes what a process that was killed midway has left. */
async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${path.basename(folder)}.new-`;
  for (const name of await readdir(path.dirname(folder))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    // An initdb that outlives its parent process may still write there for a moment.
    const left = path.join(path.dirname(folder), name);
    await rm(left, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
  }
}

/** Makes the rename durable: committed data must not be in a folder that a power failure undoes. */
async function flush(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
