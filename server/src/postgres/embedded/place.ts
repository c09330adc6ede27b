import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from './file-errors.ts';
import { finishSwap, upgradedFolder } from './swap.ts';
import type { Log } from './log.ts';
import { type Machine, thisMachine, type User } from './machine.ts';
import { canReach } from './reach.ts';
import { refuseDirectory, refusedByFileSystem } from './refusal.ts';

/** Where a cluster is and who owns it. */
export interface Place {
  /** The data directory as the operator wrote it, for messages. */
  directory: string;
  /** Contains all of the server's files. It exists completely, or not yet. */
  folder: string;
  /** PostgreSQL's own directory. */
  data: string;
  /** The file with the password of the one database user, readable only by this process' user. */
  password: string;
  log: string;
  /** The server's user, when it differs from the user of this process. */
  runAs: User | undefined;
  initialised: boolean;
}

/** PostgreSQL refuses to run as root; this is "nobody" on every system. */
const nobody: User = { uid: 65_534, gid: 65_534 };

/**
 * Creates a missing data directory, private to this process' user. One that belongs to root can be entered, though not
 * listed, so that the server's user reaches the cluster in it.
 * @throws CopydeskError `data_directory_refused`
 */
export async function makeDataDirectory(directory: string, { user }: Machine = thisMachine()): Promise<void> {
  const mode = user.uid === 0 ? 0o711 : 0o700;
  await makeFolders(directory, mode).catch(refusedByFileSystem(directory));
}

/** Not mkdir's own `recursive`: Node retries forever in an existing folder that accepts no subfolders, as in /proc. */
async function makeFolders(directory: string, mode: number): Promise<void> {
  const above = path.dirname(directory);
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (found === undefined && above !== directory) await makeFolders(above, mode);
  await mkdir(directory, { mode }).catch(async (error: unknown) => {
    const meanwhile = await stat(directory).catch(() => undefined);
    if (meanwhile?.isDirectory() !== true) throw error;
  });
}

/**
 * Finds the place of a data directory's cluster, and creates the directory when it is missing. The place is
 * `<directory>/postgres`. When root's server runs as another user who cannot reach the directory (because it is in
 * root's private home), it is a folder of `machine.sharedFolder`, which {@link recordPlace} notes in the directory.
 * @throws CopydeskError `data_directory_refused`
 */
export async function findPlace(directory: string, machine: Machine): Promise<Place> {
  const refused = refusedByFileSystem(directory);
  await makeDataDirectory(directory, machine);
  const real = await realpath(directory);

  const inside = path.join(real, 'postgres');
  const recorded = await readRecord(real).catch(refused);
  await finishSwap(recorded ?? inside).catch(refused);
  if (recorded !== undefined) return await describe(directory, await recordedFolder(directory, recorded), machine);
  if (machine.user.uid !== 0 || (await exists(inside).catch(refused)) || (await canReach(real, nobody))) {
    return await describe(directory, inside, machine).catch(refused);
  }
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16);
  return await describe(directory, path.join(machine.sharedFolder, name), machine).catch(refused);
}

/** Whether a data directory has a cluster. Creates nothing. */
export async function hasCluster(directory: string): Promise<boolean> {
  const inside = path.join(directory, 'postgres');
  const signs = await Promise.all([inside, upgradedFolder(inside), recordFile(directory)].map(exists));
  return signs.includes(true);
}

/** Notes in the data directory where its cluster is, when that is elsewhere. The cluster must exist. */
export async function recordPlace(place: Place, log: Log): Promise<void> {
  const real = await realpath(place.directory);
  if (place.folder === path.join(real, 'postgres') || (await readRecord(real)) !== undefined) return;
  const draft = `${recordFile(real)}.${process.pid}`;
  await writeFile(draft, `${place.folder}\n`).catch(refusedByFileSystem(place.directory));
  await rename(draft, recordFile(real));
  log.info(
    `PostgreSQL cannot run as root, and the user that it runs as cannot reach ${place.directory}: ` +
      `the database lies in ${place.folder}, as ${recordFile(real)} says. Keep the two together in backups.`,
  );
}

async function describe(directory: string, folder: string, machine: Machine): Promise<Place> {
  const data = path.join(folder, 'data');
  // In this order: another process may be creating the folder, which appears together with its data.
  const isThere = await exists(folder);
  const owner = await stat(data).catch(ignoreMissing);
  if (isThere && owner === undefined) throw refuseHollow(directory, folder);
  const place = {
    directory,
    folder,
    data,
    password: path.join(folder, 'password'),
    log: path.join(folder, 'server.log'),
  };
  if (machine.user.uid !== 0) {
    if (owner !== undefined && owner.uid !== machine.user.uid)
      throw refuseOwner(directory, owner.uid, machine.user.uid);
    return { ...place, runAs: undefined, initialised: owner !== undefined };
  }
  if (owner?.uid === 0) throw refuseRootsCopy(directory, data);
  const runAs = owner === undefined ? nobody : { uid: owner.uid, gid: owner.gid };
  if (owner !== undefined && !(await canReach(data, runAs))) {
    throw refuseDirectory(
      directory,
      `Its owner (user id ${runAs.uid}) may not enter all folders on the way to ${data}.`,
    );
  }
  return { ...place, runAs, initialised: owner !== undefined };
}

function refuseHollow(directory: string, folder: string) {
  return refuseDirectory(directory, `${folder} holds no database. Bring it back, or delete that folder to begin anew.`);
}

function refuseOwner(directory: string, owner: number, self: number) {
  const all = path.resolve(directory);
  return refuseDirectory(
    directory,
    `Its database belongs to user id ${owner}; this process runs as user id ${self}. Run Copydesk as that user; or, where it ` +
      `is a copy that another user has made, as "cp -r" does, give it to this one, as root: chown -R ${self} ${all}`,
  );
}

/** PostgreSQL never runs as root, so files that root owns are a copy that root made. */
function refuseRootsCopy(directory: string, data: string) {
  return refuseDirectory(
    directory,
    'Its database belongs to root, as a copy does that root has made by "cp -r", and PostgreSQL does not run as root. ' +
      `Give it to the user that it runs as: chown -R ${nobody.uid}:${nobody.gid} ${data}`,
  );
}

function recordFile(directory: string): string {
  return path.join(directory, 'postgres.location');
}

async function readRecord(directory: string): Promise<string | undefined> {
  const text = await readFile(recordFile(directory), 'utf8').catch(ignoreMissing);
  return text?.trim();
}

async function recordedFolder(directory: string, folder: string): Promise<string> {
  if (await exists(path.join(folder, 'data')).catch(refusedByFileSystem(directory))) return folder;
  throw refuseDirectory(
    directory,
    `Its database was placed in ${folder}, and is no longer there. Bring that folder back ` +
      `(or delete ${recordFile(directory)} to begin with an empty database).`,
  );
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(ignoreMissing)) !== undefined;
}
