import type { Logger } from 'pino';
import type { DatabaseAddress } from '../../postgres/connection.ts';
import { startEmbedded } from '../../postgres/embedded/embedded.ts';
import { makeDataDirectory } from '../../postgres/embedded/place.ts';
import type { Settings } from '../../settings.ts';

/** A database that accepts connections. */
export interface Store {
  address: DatabaseAddress;
  /** Releases an embedded database, which stops after its last user. */
  close: () => Promise<void>;
}

export interface StoreOptions {
  /** Whether no other process may use an embedded one. */
  alone?: boolean;
  /** Runs once the database, of another process, works. This process can be occupied meanwhile. */
  onLaunched?: () => void;
}

/** Opens the database by its address, or the embedded one, which is started or adopted. */
export async function openStore(
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl'>,
  log: Logger,
  { alone = false, onLaunched }: StoreOptions = {},
): Promise<Store> {
  const { dataDirectory, databaseUrl } = settings;
  await makeDataDirectory(dataDirectory);
  if (databaseUrl !== undefined) {
    onLaunched?.();
    return { address: { url: databaseUrl }, close: async () => {} };
  }
  const embedded = await startEmbedded({ directory: dataDirectory, log, alone, onLaunched });
  return { address: { connection: embedded.connection }, close: () => embedded.stop() };
}

/** Bypasses a pooler, when the operator has configured a direct address. */
export function directAddress({ databaseUrl, database }: Settings, address: DatabaseAddress): DatabaseAddress {
  return databaseUrl === undefined || database.directUrl === undefined ? address : { url: database.directUrl };
}
