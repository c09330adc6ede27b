import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { connectionUrl } from '../../../server/src/postgres/connection.ts';
import { freePort } from '../../../server/src/wiring/start/free-port.ts';
import type { DatabaseProxy } from './database-proxy.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { namespacedCommand } from './namespaces.ts';
import { startOwnDatabase } from './own-database.ts';

/** A machine that processes of the product run on. */
export interface Machine {
  /** Its host name; empty for the rig's own machine, when the product runs on a single machine. */
  name: string;
  /** Where its API listens. */
  url: string;
  dataDirectory: string;
  /** Contains repositories that only this machine has; undefined on the rig's own. */
  disk: string | undefined;
  /** Settings of this machine. */
  settings: Record<string, string>;
  /** Returns the command that runs a program on it. */
  command: (program: readonly string[]) => string[];
  /** Its connection to the database; undefined when the database is on the machine itself. */
  proxy: DatabaseProxy | undefined;
}

/**
 * Opens one machine, with the embedded database in its data folder, or several with disks and names of their own, and
 * the database on another one that outlives them.
 */
export async function openMachines(
  { folder, machines }: { folder: string; machines: number },
  stack: AsyncDisposableStack,
): Promise<Machine[]> {
  if (machines === 1) return [await ownMachine(folder)];
  const { connection } = await startOwnDatabase(databaseFolder({ folder, machines }), stack);
  const names = Array.from({ length: machines }, (_, index) => `docs-${index + 1}`);
  const secretKey = randomBytes(32).toString('base64');
  const open = async (name: string): Promise<Machine> => {
    const root = path.join(folder, name);
    const disk = path.join(root, 'disk');
    await mkdir(disk, { recursive: true });
    const proxy = await openDatabaseProxy(connection);
    stack.defer(() => proxy.close());
    const port = await freePort('127.0.0.1', 0);
    const others = names.filter((other) => other !== name).map((other) => path.join(folder, other));
    return {
      name,
      url: `http://127.0.0.1:${port}`,
      dataDirectory: path.join(root, 'data'),
      disk,
      settings: {
        COPYDESK_PORT: String(port),
        COPYDESK_SECRET_KEY: secretKey,
        DATABASE_URL: connectionUrl({ ...connection, host: '127.0.0.1', port: proxy.port }),
      },
      command: (program) => namespacedCommand({ name, hidden: others }, program),
      proxy,
    };
  };
  return await Promise.all(names.map(open));
}

/** Returns the data folder that contains the database. */
export function databaseFolder({ folder, machines }: { folder: string; machines: number }): string {
  return path.join(folder, machines === 1 ? 'data' : 'database');
}

async function ownMachine(folder: string): Promise<Machine> {
  const port = await freePort('127.0.0.1', 0);
  return {
    name: '',
    url: `http://127.0.0.1:${port}`,
    dataDirectory: databaseFolder({ folder, machines: 1 }),
    disk: undefined,
    settings: { COPYDESK_PORT: String(port) },
    command: (program) => [...program],
    proxy: undefined,
  };
}
