import { CopydeskError } from '@copydesk/contract';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { DatabaseAddress } from '../../postgres/connection.ts';
import { clientConfig } from '../../postgres/connection.ts';
import { connectErrors, databaseErrors } from '../../postgres/faults.ts';
import { hasCluster } from '../../postgres/embedded/place.ts';
import type { Settings } from '../../settings.ts';
import { directAddress, openStore } from '../start/open-store.ts';

/** How a database is opened for work that needs it exclusively. */
export interface OpenOptions {
  /** Whether an embedded database may be created when there is none. */
  make: boolean;
  /** Whether no other process may use the embedded one meanwhile. */
  alone?: boolean;
}

/**
 * Runs work on one connection to the database of the settings, which is neither created nor migrated for it. The
 * embedded server is started when it does not run.
 *
 * @throws CopydeskError `data_directory_refused`, `database_unavailable`, `database_refused`.
 */
export async function workOnDatabase<T>(
  settings: Settings,
  log: Logger,
  options: OpenOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  await using parts = new AsyncDisposableStack();
  const address = await openAddress(settings, { log, parts, ...options });
  const client = await connectTo(settings, address, parts);
  return await work(client).catch(databaseErrors);
}

/**
 * Starts the embedded database when it is the one to use, until the parts are disposed of, and returns the address that
 * bypasses any pooler.
 */
export async function openAddress(
  settings: Settings,
  { log, parts, make, alone = false }: OpenOptions & { log: Logger; parts: AsyncDisposableStack },
): Promise<DatabaseAddress> {
  if (!make) await requireDatabase(settings);
  const { address, close } = await openStore(settings, log, { alone });
  parts.defer(close);
  return directAddress(settings, address);
}

/** Opens one connection, which is closed with the parts. */
export async function connectTo(
  { database }: Pick<Settings, 'database'>,
  address: DatabaseAddress,
  parts: AsyncDisposableStack,
): Promise<Client> {
  const client = new Client(
    clientConfig({ ...address, applicationName: 'copydesk backup', connectSeconds: database.connectSeconds }),
  );
  // The query that fails reports it again.
  client.on('error', () => {});
  await client.connect().catch(connectErrors);
  parts.defer(async () => await client.end().catch(() => {}));
  return client;
}

async function requireDatabase({ databaseUrl, dataDirectory }: Settings): Promise<void> {
  if (databaseUrl !== undefined || (await hasCluster(dataDirectory))) return;
  throw new CopydeskError(
    'data_directory_refused',
    `There is no database in ${dataDirectory}. Name the folder of yours in COPYDESK_DATA_DIR, or its address in DATABASE_URL.`,
  );
}
