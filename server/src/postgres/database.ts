import { CopydeskError } from '@copydesk/contract';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { clientConfig, type DatabaseAddress } from './connection.ts';
import { CopyCursor } from './copy-cursor.ts';
import { planningOnce } from './planned-once.ts';
import type { DB } from './schema.ts';

/** The tables and their columns, generated from the migrated database. */
export type Schema = DB;

/** A pool of connections. Every function that reads or writes takes one, or a transaction of it. */
export type Database = Kysely<Schema>;

export type DatabaseTransaction = Transaction<Schema>;

export type DatabaseOptions = DatabaseAddress & {
  maximumConnections: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** After how long the server ends a transaction whose client has gone silent, with its locks; ten unless given. */
  idleInTransactionSeconds?: number;
};

/**
 * Opens a pool; the first query makes the first connection. `int8` is read as a number (an unsafe one is an error),
 * `timestamptz` as a Date. Close it with `destroy()`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    ...clientConfig(options),
    application_name: options.applicationName,
    max: options.maximumConnections,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: Math.ceil((options.idleInTransactionSeconds ?? 10) * 1000),
  });
  // A connection that the server closes is dropped by the pool and told by its query, if there is one. It is an event
  // besides, of the pool while idle and of the client while in use, which would end the process if nobody listened.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: planningOnce(pool), cursor: CopyCursor }) });
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

/** Hands on an error of a query: `database_unavailable` when the database is away, else the error as it is. */
export function databaseErrors(error: unknown): never {
  if (!isDatabaseUnavailable(error)) throw error;
  throw new CopydeskError('database_unavailable', 'The database cannot be reached at the moment. Try again shortly.', {
    retryAfterSeconds: 2,
    cause: error,
  });
}

/** Whether a query failed because the database is away, restarting, full or out of connections: try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof CopydeskError) return error.code === 'database_unavailable';
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return awayCodes.has(code) || awayClasses.has(code.slice(0, 2)) || isConnectFailure(error, code) || isLost(error);
}

/** What the system says when a connection breaks, and from PostgreSQL's appendix A what passes by itself. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25006', // read_only_sql_transaction: a primary that was demoted
  '25P03', // idle_in_transaction_session_timeout
]);

/** 08: connection exceptions; 53: insufficient resources (disk, memory, connections); 58: errors of the system. */
const awayClasses = new Set(['08', '53', '58']);

/** A socket that is not there, or that the server's user does not open yet. */
function isConnectFailure(error: Error, code: string): boolean {
  return (code === 'ENOENT' || code === 'EACCES') && 'syscall' in error && error.syscall === 'connect';
}

/** pg's own errors carry no code. */
function isLost(error: Error): boolean {
  return /^(Connection terminated|timeout e(xpired|xceeded)|Client has encountered a connection error)/.test(
    error.message,
  );
}
