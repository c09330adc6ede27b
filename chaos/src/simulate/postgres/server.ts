import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Connection } from '../../../../server/src/postgres/connection.ts';
import { openDatabase } from '../../../../server/src/postgres/database.ts';
import type { Database } from '../../../../server/src/postgres/database.ts';
import { startEmbedded } from '../../../../server/src/postgres/embedded/embedded.ts';
import { thisMachine } from '../../../../server/src/postgres/embedded/machine.ts';
import { migrate } from '../../../../server/src/postgres/migrate.ts';

/** The migrated database that every other one is a copy of. */
export const templateName = 'template_simulation';

/** A real PostgreSQL that may lose everything, in a folder that is removed with it. */
export interface ThrowAwayServer extends AsyncDisposable {
  connection: Connection;
}

/**
 * Starts a server whose data nobody needs afterwards, so that it never waits for the disk, with a migrated template
 * whose `now()` is the simulation's.
 */
export async function startThrowAwayServer(): Promise<ThrowAwayServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-simulate-'));
  // When this process is root, the server runs as another user, which must be able to pass through.
  await chmod(folder, 0o711);
  const machine = { ...thisMachine(), sharedFolder: path.join(folder, 'shared') };
  const log = { info: () => {}, warn: (message: string) => console.warn(message) };
  const server = await startEmbedded({ directory: path.join(folder, 'data'), log, machine });
  const { connection } = server;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  stack.defer(() => server.stop());
  await withDatabaseOnce(connection, (db) => forgetDurability(db, connection.user));
  await withDatabaseOnce({ ...connection, database: templateName }, async (db) => {
    await makeClock(db);
    await migrate(db);
  });
  const parts = stack.move();
  return { connection, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

async function withDatabaseOnce(connection: Connection, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'simulation' });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

/** `simulation` comes before `pg_catalog`: what production calls `now()` is looked up there first. */
async function forgetDurability(db: Database, user: string): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await sql`alter system set ${sql.raw(setting)} = off`.execute(db);
  }
  await sql`select pg_reload_conf()`.execute(db);
  await sql`alter role ${sql.id(user)} set search_path = simulation, pg_catalog, public`.execute(db);
  // The same few hundred statements run a million times, so they are planned once.
  await sql`alter role ${sql.id(user)} set plan_cache_mode = force_generic_plan`.execute(db);
  await sql`alter role ${sql.id(user)} set jit = off`.execute(db);
  await sql`alter role ${sql.id(user)} set "simulation.at" = '2026-01-01T00:00:00Z'`.execute(db);
  await sql`alter role ${sql.id(user)} set "simulation.begun_at" = '2026-01-01T00:00:00Z'`.execute(db);
  await sql`create database ${sql.id(templateName)}`.execute(db);
}

/**
 * As in PostgreSQL, `now()` is when the transaction began and `clock_timestamp()` the present moment. Both read
 * settings of the session: a table would cost a read for each use, and could not distinguish the two.
 */
async function makeClock(db: Database): Promise<void> {
  await sql`create schema simulation`.execute(db);
  const clocks = {
    now: 'begun_at',
    transaction_timestamp: 'begun_at',
    clock_timestamp: 'at',
    statement_timestamp: 'at',
  };
  for (const [name, setting] of Object.entries(clocks)) {
    await sql`
      create function simulation.${sql.id(name)}() returns timestamptz stable language sql
      return current_setting(${sql.lit(`simulation.${setting}`)})::timestamptz
    `.execute(db);
  }
  // Real random values could not be reproduced.
  await sql`create function simulation.random() returns float8 language sql return 0.5`.execute(db);
  // Nobody listens: a notification only makes a worker poll sooner, and here it polls when a move says so. With real
  // notifications, all commits of the server would wait for each other.
  await sql`
    create function simulation.pg_notify(text, text) returns void language sql return null
  `.execute(db);
}
