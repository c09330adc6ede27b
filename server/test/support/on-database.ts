import type { Connection } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import type { Database } from '../../src/postgres/database.ts';

/** Uses a database over a connection of its own, which is closed afterwards. */
export async function onDatabase<T>(connection: Connection, use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'test support' });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

/** Returns the parts of `postgres://user:password@host:port/database`; the database is '' when the URL names none. */
export function connectionAt(url: string): Connection {
  const { hostname: host, port, username, password, pathname } = new URL(url);
  const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { host, port: Number(port || 5432), ...login, database: pathname.slice(1) };
}
