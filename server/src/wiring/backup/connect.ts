import { CopydeskError } from '@copydesk/contract';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { clientConfig } from '../../postgres/connection.ts';
import { databaseErrors } from '../../postgres/faults.ts';
import { hasCluster } from '../../postgres/embedded/place.ts';
import type { Settings } from '../../settings.ts';
import { directAddress, openStore } from '../house.ts';

/**
 * Does work on one connection to the database of the settings, which is neither made nor brought up to date for it; the
 * embedded server is started where it does not run.
 *
 * @param make whether an embedded database may be made where there is none.
 * @throws CopydeskError `data_directory_refused`, `database_unavailable`, `database_refused`.
 */
export async function onDatabase<T>(
  settings: Settings,
  log: Logger,
  { make }: { make: boolean },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (!make) await requireDatabase(settings);
  await using parts = new AsyncDisposableStack();
  const address = await openStore(settings, log, parts);
  const client = new Client(
    clientConfig({
      ...directAddress(settings, address),
      applicationName: 'copydesk backup',
      connectSeconds: settings.database.connectSeconds,
    }),
  );
  // Said again by the query that fails.
  client.on('error', () => {});
  await client.connect().catch(databaseErrors);
  parts.defer(async () => await client.end().catch(() => {}));
  return await work(client).catch(databaseErrors);
}

async function requireDatabase({ databaseUrl, dataDirectory }: Settings): Promise<void> {
  if (databaseUrl !== undefined || (await hasCluster(dataDirectory))) return;
  throw new CopydeskError(
    'data_directory_refused',
    `There is no database in ${dataDirectory}. Name the folder of yours in COPYDESK_DATA_DIR, or its address in DATABASE_URL.`,
  );
}
