import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ListenAddress, chooseAddress } from './address.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { initialise } from './initialise.ts';
import type { Log } from './log.ts';
import type { Machine } from './machine.ts';
import { findMistakenFor } from './pid-file.ts';
import { findPlace, type Place, recordPlace } from './place.ts';
import { type ServerProcess, startServerProcess } from './process.ts';
import { refuseDirectory, refusedByFileSystem } from './refusal.ts';
import { serverParameters } from './server-parameters.ts';

/** A cluster that is ready to run. */
export interface Cluster {
  place: Place;
  password: string;
  /** Starts a server. Another process may be doing the same; then one of the two servers ends at once. */
  start(): Promise<ServerProcess>;
}

/**
 * Finds the cluster of a data directory, and creates it when there is none.
 * @throws CopydeskError `data_directory_refused`, `database_refused`
 */
export async function openCluster(
  directory: string,
  machine: Machine,
  log: Log,
  onLaunched: () => void = () => {},
): Promise<Cluster> {
  const refused = refusedByFileSystem(directory);
  const place = await findPlace(directory, machine);
  const binaries = await findBinaries(machine, place).catch(refused);
  if (!place.initialised) {
    log.info(`Making a database in ${place.folder}.`);
    await initialise({ place, binaries, machine, onLaunched });
  }
  await recordPlace(place, log);
  await checkMajorVersion(place, binaries).catch(refused);
  const password = await readFile(place.password, 'utf8').catch(refused);

  let address: ListenAddress | undefined;
  return {
    place,
    password,
    async start() {
      // A restarted server listens where its clients look for it.
      address ??= await chooseAddress(place, machine);
      const mistakenFor = await findMistakenFor(place.data, address).catch(refused);
      const surroundings = { folder: place.data, runAs: place.runAs, log: place.log, mistakenFor };
      const parameters = serverParameters(place, address);
      const server = await startServerProcess(binaries.postgres, parameters, surroundings).catch(refused);
      onLaunched();
      return server;
    },
  };
}

async function checkMajorVersion(place: Place, binaries: Binaries): Promise<void> {
  const major = await readMajor(place);
  if (major === binaries.major) return;
  const found = `Its database was made by PostgreSQL ${major}, and this version of Copydesk brings PostgreSQL ${binaries.major}.`;
  if (major > binaries.major)
    throw refuseDirectory(place.directory, `${found} Run the version that it was last used with.`);
  throw refuseDirectory(
    place.directory,
    `${found} Run "copydesk database upgrade": it copies everything, and keeps the old database.`,
  );
}

/** Returns the major version of PostgreSQL that created a cluster. */
export async function readMajor({ data }: Pick<Place, 'data'>): Promise<number> {
  return Number.parseInt(await readFile(path.join(data, 'PG_VERSION'), 'utf8'), 10);
}
