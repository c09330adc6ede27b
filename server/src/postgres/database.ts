import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { clientConfig, type ConnectOptions } from './connection.ts';
import { CopyCursor } from './statements/copy-cursor.ts';
import { guardedPool } from './statements/pool-client.ts';
import type { DB } from './schema.ts';

export { databaseErrors, isDatabaseUnavailable } from './faults.ts';

/** The tables and their columns, generated from the migrated database. */
export type Schema = DB;

/** A pool of connections. Every function that reads or writes takes one, or one of its transactions. */
export type Database = Kysely<Schema>;

export type DatabaseTransaction = Transaction<Schema>;

export type DatabaseOptions = ConnectOptions & {
  maximumConnections: number;
  /** How many seconds a statement may take before it is cancelled; thirty by default. */
  statementSeconds?: number;
  /** After how many seconds the server ends a transaction of a silent client and frees its locks; ten by default. */
  idleInTransactionSeconds?: number;
  /** Receives the application name of the pool and a function that reads the pool's state. */
  onPool?: OnPool | undefined;
};

/**
 * Takes a pool to monitor: how many connections it has, how many of them are idle, and how many callers wait for one.
 */
export type OnPool = (name: string, read: () => { total: number; idle: number; waiting: number }) => void;

/**
 * Opens a pool; the first query opens the first connection. `int8` is read as a number (an unsafe one is an error),
 * `timestamptz` as a Date. Close it with `destroy()`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const config = clientConfig(options);
  const pool = new Pool({ ...config, max: options.maximumConnections, idleTimeoutMillis: 30_000 });
  // The pool drops a connection that the server closes, and its query, if any, fails. It also emits an error event, on
  // the pool while idle and on the client while in use, which would end the process if no handler existed.
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

/** Runs work in a new transaction, or in the one that is passed. */
export async function inTransaction<T>(
  db: Database | DatabaseTransaction,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  return isTransaction(db) ? await work(db) : await db.transaction().execute(work);
}

function isTransaction(db: Database | DatabaseTransaction): db is DatabaseTransaction {
  return db.isTransaction;
}

/** Lets a transaction be silent for so long, because its client has other work to do in the middle of it. */
export async function allowSilence(transaction: DatabaseTransaction, seconds: number): Promise<void> {
  const milliseconds = String(seconds * 1000);
  await sql`select set_config('idle_in_transaction_session_timeout', ${milliseconds}, true)`.execute(transaction);
}
