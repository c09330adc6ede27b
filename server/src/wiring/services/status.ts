import path from 'node:path';
import { isCopydeskError } from '@copydesk/contract';
import { pino } from 'pino';
import type { ServerHealth } from '@copydesk/contract';
import type { ServerStatus } from '../../operator/status.ts';
import { openDatabase } from '../../postgres/database.ts';
import { hasCluster } from '../../postgres/embedded/place.ts';
import { readMigrations } from '../../postgres/migrate.ts';
import { baseAddress } from '../../settings.ts';
import type { Settings } from '../../settings.ts';
import { nameOf } from '../backup/move-database.ts';
import { openAddress } from '../backup/connect.ts';
import { examinePort } from '../doctor/examine.ts';
import { readServerHealth } from '../health/health.ts';

/** Returns the state of the server with these settings. Creates no database, and migrates none. */
export async function readStatus(settings: Settings): Promise<ServerStatus> {
  const { databaseUrl, dataDirectory } = settings;
  const port = await examinePort(settings);
  const status = {
    url: baseAddress(settings),
    server: port === 'copydesk' ? 'up' : port === 'free' ? 'down' : 'other',
    database: databaseUrl === undefined ? `embedded, ${path.join(dataDirectory, 'postgres')}` : nameOf(databaseUrl),
  } as const;
  if (databaseUrl === undefined && !(await hasCluster(dataDirectory))) {
    const fault = `There is no database in ${dataDirectory}. Go to the folder of yours, or set COPYDESK_DATA_DIR or DATABASE_URL.`;
    return { ...status, health: null, fault };
  }
  try {
    return { ...status, ...(await readDatabaseStatus(settings)) };
  } catch (error) {
    if (isCopydeskError(error)) return { ...status, health: null, fault: error.message };
    throw error;
  }
}

async function readDatabaseStatus(settings: Settings): Promise<{ health: ServerHealth | null; fault: string | null }> {
  await using parts = new AsyncDisposableStack();
  const address = await openAddress(settings, { log: pino({ level: 'silent' }), parts, make: false });
  const db = openDatabase({
    ...address,
    connectSeconds: settings.database.connectSeconds,
    maximumConnections: 8,
    applicationName: 'copydesk status',
  });
  parts.defer(async () => await db.destroy());
  const applied = await db.selectFrom('migration').select('version').execute();
  const known = await readMigrations();
  const isCurrent =
    applied.length === known.length && known.every((each) => applied.some((one) => one.version === each.version));
  if (!isCurrent) {
    const fault = 'The schema of the database is that of another version of Copydesk: see "copydesk doctor".';
    return { health: null, fault };
  }
  const seen = { host: '', forwardedProtocol: undefined, isForwarded: false };
  return { health: await readServerHealth({ db, settings, url: baseAddress(settings) }, seen), fault: null };
}
