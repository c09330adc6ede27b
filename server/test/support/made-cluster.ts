import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { makeDataDirectory } from '../../src/postgres/embedded/place.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { onDatabase } from './on-database.ts';

/**
 * Makes the database of a new installation in a data directory and stops it. Tests copy it: a copy takes a twentieth of
 * the time.
 */
export async function makeCluster(directory: string): Promise<void> {
  const server = await startEmbedded({ directory, log: { info: () => {}, warn: () => {} } });
  await onDatabase(server.connection, migrate);
  await server.stop();
}

/** Copies it into a data directory; returns the folder that contains PostgreSQL's own files. */
export async function copyCluster(directory: string, made = inject('madeCluster')): Promise<string> {
  await makeDataDirectory(directory);
  // Node's own copy function does not keep the owner.
  await promisify(execFile)('cp', ['-a', path.join(made, 'postgres'), directory]);
  return path.join(directory, 'postgres/data');
}
