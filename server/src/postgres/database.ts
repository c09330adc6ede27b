import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { clientConfig, type ConnectOptions } from './connection.ts';
import { CopyCursor } from './copy-cursor.ts';
import { guardedPool } from './pool-client.ts';
import type { DB } from './schema.ts';

export { databaseErrors, isDatabaseUnavailable } from './faults.ts';

/** The tables and their columns, generated from the migrated database. */
export type Schema = DB;

/** A pool of connections. Every function that reads or writes takes one, or a transaction of it. */
export type Database = Kysely<Schema>;

export type DatabaseTransaction = Transaction<Schema>;

export type DatabaseOptions = ConnectOptions & {
  maximumConnections: number;
  /** How long a statement may take before it is given up; thirty unless given. */
  statementSeconds?: number;
  /** After how long the server ends a transaction whose client has gone silent, with its locks; ten unless given. */
  idleInTransactionSeconds?: number;
  /** Is handed a way to look at the pool, by the name of its application. */
  onPool?: OnPool | undefined;
};

/** Takes a pool to be watched: its connections, those of them that are idle, and what waits for one. */
export type OnPool = (name: string, read: () => { total: number; idle: number; waiting: number }) => void;

/**
 * Opens a pool; the first query makes the first connection. `int8` is read as a number (an unsafe one is an error),
 * `timestamptz` as a Date. Close it with `destroy()`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const config = clientConfig(options);
  const pool = new Pool({ ...config, max: options.maximumConnections, idleTimeoutMillis: 30_000 });
  // A connection that the server closes is dropped by the pool and told by its query, if there is one. It is an event
  // besides, of the pool while idle and of the client while in use, which would end the process if nobody listened.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  options.onPool?.(options.applicationName, () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  const guarded = guardedPool(pool, {
    config,
    statementMilliseconds: (options.statementSeconds ?? 30) * 1000,
    idleInTransactionMilliseconds: Math.ceil((options.idleInTransactionSeconds ?? 10) * 1000),
  });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded, cursor: CopyCursor }) });
}

/** Does work in a transaction of its own, or in the one that it is given. */
export async function inTransaction<T>(
  db: Database | DatabaseTransaction,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  return isTransaction(db) ? await work(db) : await db.transaction().execute(work);
}

function isTransaction(db: Database | DatabaseTransaction): db is DatabaseTransaction {
  return db.isTransaction;
}

/** Lets a transaction be silent for so long, because its client has something else to do in the middle of it. */
export async function allowSilence(transaction: DatabaseTransaction, seconds: number): Promise<void> {
  const milliseconds = String(seconds * 1000);
  await sql`select set_config('idle_in_transaction_session_timeout', ${milliseconds}, true)`.execute(transaction);
}
