import { readFile } from 'node:fs/promises';
import { openDatabase } from '../../../server/src/postgres/database.ts';
import type { Database } from '../../../server/src/postgres/database.ts';
import { databaseUser } from '../../../server/src/postgres/embedded/initialise.ts';
import { thisMachine } from '../../../server/src/postgres/embedded/machine.ts';
import { findRunningServer } from '../../../server/src/postgres/embedded/pid-file.ts';
import { findPlace } from '../../../server/src/postgres/embedded/place.ts';

/** Reads the product's database without helping to keep it alive: restarting it is the product's task. */
export interface Observer {
  /** Returns undefined while the database is unavailable. */
  read: <T>(query: (db: Database) => Promise<T>) => Promise<T | undefined>;
  /** Returns the process id of the database, undefined while there is none. */
  processId: () => Promise<number | undefined>;
  close: () => Promise<void>;
}

export function openObserver(dataDirectory: string): Observer {
  let opened: { db: Database; host: string; port: number } | undefined;

  const find = async () => await findRunningServer((await findPlace(dataDirectory, thisMachine())).data);
  const open = async (): Promise<Database | undefined> => {
    const running = await find();
    if (running?.ready !== true) return undefined;
    const { host, port } = running;
    if (opened?.host === host && opened.port === port) return opened.db;
    await opened?.db.destroy();
    const password = (await readFile((await findPlace(dataDirectory, thisMachine())).password, 'utf8')).trim();
    const connection = { host, port, user: databaseUser, password, database: 'postgres' };
    const db = openDatabase({ connection, maximumConnections: 3, applicationName: 'chaos' });
    opened = { db, host, port };
    return db;
  };
  return {
    async read(query) {
      try {
        const db = await open();
        return db && (await query(db));
      } catch {
        // It was killed, most likely by the rig: the next read shows more.
        return undefined;
      }
    },
    processId: async () => (await find())?.processId,
    close: async () => await opened?.db.destroy(),
  };
}
