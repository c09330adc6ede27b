import { rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { UpgradeDone, UpgradeOptions, UpgradePlan } from '../../operator/backups.ts';
import { findBinaries } from '../../postgres/embedded/binaries.ts';
import { readMajor } from '../../postgres/embedded/cluster.ts';
import { startEmbedded } from '../../postgres/embedded/embedded.ts';
import type { EmbeddedPostgres } from '../../postgres/embedded/embedded.ts';
import { findOlder, installOlder } from '../../postgres/embedded/install.ts';
import { thisMachine } from '../../postgres/embedded/machine.ts';
import { olderPackage } from '../../postgres/embedded/older.ts';
import { findPlace, hasCluster } from '../../postgres/embedded/place.ts';
import type { Place } from '../../postgres/embedded/place.ts';
import { keptFolder, removeUpgraded, swap } from '../../postgres/embedded/swap.ts';
import { databaseErrors } from '../../postgres/faults.ts';
import type { Settings } from '../../settings.ts';
import { isThere } from '../site/is-there.ts';
import { connectTo } from './connect.ts';
import { copyAcross, sumOf } from './copy-across.ts';

/**
 * Returns the present and the new major version of PostgreSQL, and whether the older one's programs are installed.
 * Changes nothing.
 */
export async function planUpgrade(settings: Settings, programs: string | undefined): Promise<UpgradePlan> {
  const { place, from, to } = await readVersions(settings);
  const wanted = olderPackage(from);
  return {
    from,
    to,
    isHere: programs !== undefined || from === to || (await findOlder(olderFolder(settings), from)) !== undefined,
    package: wanted === undefined ? undefined : `${wanted.name}@${wanted.version}`,
    kept: keptFolder(place.folder, from),
  };
}

/**
 * Moves the embedded database to the PostgreSQL of this version. One transaction fills a new cluster, which is compared
 * table by table and then replaces the old one, which is kept beside it. Whatever kills it, either the old one or the
 * new one is in place, complete.
 *
 * @throws CopydeskError `data_directory_refused`, `database_refused` (in use), `storage_full`, `invalid_request`.
 */
export async function upgradeDatabase(settings: Settings, log: Logger, options: UpgradeOptions): Promise<UpgradeDone> {
  const { place, from, to } = await readVersions(settings);
  const kept = keptFolder(place.folder, from);
  if (from === to) return { from, to, kept: undefined, tables: 0, rows: 0 };
  if (await isThere(kept))
    throw refuse(settings, `${kept} is at the place for the copy that is kept: move it elsewhere.`);
  const packageFolder = options.programs ?? (await programsOf(settings, from, options));
  const draft = path.join(place.directory, 'upgrading');
  await removeUpgraded(place.folder);
  await removeDraft(draft, log);
  const proven = await copy({ settings, log, options, packageFolder, draft });
  const made = await findPlace(draft, thisMachine());
  await swap(place.folder, made.folder, kept);
  await rm(draft, { recursive: true, force: true });
  return { from, to, kept, ...sumOf(proven) };
}

async function readVersions({
  databaseUrl,
  dataDirectory,
}: Settings): Promise<{ place: Place; from: number; to: number }> {
  if (databaseUrl !== undefined) {
    throw new CopydeskError(
      'invalid_request',
      'DATABASE_URL names a database that Copydesk does not run: it is upgraded by whoever runs it. This command is for the ' +
        'embedded one.',
    );
  }
  if (!(await hasCluster(dataDirectory))) {
    const detail = `There is no database in ${dataDirectory}. Name the folder of yours in COPYDESK_DATA_DIR.`;
    throw new CopydeskError('data_directory_refused', detail);
  }
  const machine = thisMachine();
  const place = await findPlace(dataDirectory, machine);
  const [from, { major: to }] = await Promise.all([readMajor(place), findBinaries(machine, place)]);
  if (from <= to) return { place, from, to };
  const detail = `The database was made by PostgreSQL ${from}, which is newer than the ${to} that this version of Copydesk brings.`;
  throw new CopydeskError('data_directory_refused', `${detail} Run the version that it was last used with.`);
}

interface Copying {
  settings: Settings;
  log: Logger;
  options: UpgradeOptions;
  packageFolder: string;
  draft: string;
}

async function copy({ settings, log, options, packageFolder, draft }: Copying) {
  await using parts = new AsyncDisposableStack();
  const start = async (directory: string, machine = thisMachine()): Promise<EmbeddedPostgres> => {
    const embedded = await startEmbedded({ directory, log, machine, alone: true });
    parts.defer(async () => await embedded.stop());
    return embedded;
  };
  options.onProgress('starting the old server', 0);
  const old = await start(settings.dataDirectory, { ...thisMachine(), packageFolder });
  const source = await connectTo(settings, old, parts);
  await requireRoom(source, settings);
  options.onProgress('making the new database', 0);
  const target = await connectTo(settings, await start(draft), parts);
  return await copyAcross(source, target, options.onProgress).catch(databaseErrors);
}

/** Both exist for a while, so there must be space for both. */
async function requireRoom(source: Client, { dataDirectory }: Settings): Promise<void> {
  const { rows } = await source.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
  const needed = (rows[0]?.bytes ?? 0) * 1.2 + 100e6;
  const disk = await statfs(dataDirectory);
  const free = disk.bavail * disk.bsize;
  if (free >= needed) return;
  const detail =
    `The new database takes about ${(needed / 1e6).toFixed(0)} MB beside the old one, and ${(free / 1e6).toFixed(0)} MB are ` +
    'free. Make room, and run the command again. Nothing was changed.';
  throw new CopydeskError('storage_full', detail);
}

async function programsOf(settings: Settings, from: number, { install, onProgress }: UpgradeOptions): Promise<string> {
  const folder = olderFolder(settings);
  const found = await findOlder(folder, from);
  if (found !== undefined) return found;
  if (!install) throw refuse(settings, `The programs of PostgreSQL ${from} are needed once, and are not here.`);
  onProgress(`installing PostgreSQL ${from}`, 0);
  return await installOlder(folder, from);
}

function olderFolder({ dataDirectory }: Settings): string {
  return path.join(dataDirectory, 'older-postgresql');
}

/** Removes what a killed upgrade has left, on which a server may still run. */
async function removeDraft(draft: string, log: Logger): Promise<void> {
  if (await hasCluster(draft)) {
    const left = await startEmbedded({ directory: draft, log, alone: true }).catch(() => undefined);
    await left?.stop();
  }
  await rm(draft, { recursive: true, force: true });
}

function refuse({ dataDirectory }: Settings, why: string): CopydeskError {
  return new CopydeskError(
    'data_directory_refused',
    `The database in ${dataDirectory} is not upgraded. ${why} Nothing was changed.`,
  );
}
