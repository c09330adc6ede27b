import { type ClientConfig, TypeOverrides, types } from 'pg';

/** Who connects to which server. A `host` that begins with `/` is the folder of a Unix socket. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Where a database is: `postgres://…` as operators write it (`DATABASE_URL`), or its parts. */
export type DatabaseAddress = { url: string } | { connection: Connection };

/** How connections are made. */
export type ConnectOptions = DatabaseAddress & {
  /** The name shown in `pg_stat_activity`. */
  applicationName: string;
  /** How long a server may take to accept a connection; ten seconds by default. */
  connectSeconds?: number;
};

/** Returns what pg needs to connect, with this app's parsers of values. Contains nothing that poolers refuse. */
export function clientConfig(options: ConnectOptions): ClientConfig {
  const where = 'url' in options ? { connectionString: options.url } : options.connection;
  const reading = new TypeOverrides();
  reading.setTypeParser(types.builtins.INT8, readSafeInteger);
  return {
    ...where,
    application_name: options.applicationName,
    connectionTimeoutMillis: (options.connectSeconds ?? 10) * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: reading,
  };
}

/** Returns the same address as a URL, for programs that accept nothing else. It contains the password: never log it. */
export function connectionUrl({ host, port, user, password, database }: Connection): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const query = host.startsWith('/') ? `?host=${encodeURIComponent(host)}&port=${port}` : '';
  return `postgres://${login}@${query === '' ? `${host}:${port}` : ''}/${encodeURIComponent(database)}${query}`;
}

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The int8 ${text} does not fit a JavaScript number`);
  return value;
}
