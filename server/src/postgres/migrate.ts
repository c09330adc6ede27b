import { readdir, readFile } from 'node:fs/promises';
import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';
import { allowLong } from './statements/long-statements.ts';

/** One step of the schema: `0001_foundation.sql` has version 1. */
export interface Migration {
  version: number;
  name: string;
  file: URL;
}

/** `pg_advisory_xact_lock` key: any fixed number works, for example the first eight bytes of "copydesk". */
export const migrationLock = 7_236_841_990_113n;

const oldestServer = 150_000;

/** Creating an index on a table with a year of views takes minutes. */
const longestMigrationSeconds = 6 * 3600;

/**
 * Brings the schema up to date and returns the names of the migrations that this call applied. Each runs in a
 * transaction of its own under one advisory lock, so any number of processes may start at once: one applies it, the
 * others wait and find it done. An empty database gets all of them in one transaction. An up-to-date schema takes no
 * lock.
 * @param onApplying runs whenever the database has begun to apply some.
 * @throws CopydeskError `database_refused` for a PostgreSQL below 15, a schema newer than this program, or a login that
 *   the server refuses; `database_unavailable` when it cannot be reached.
 */
export async function migrate(db: Database, onApplying: () => void = () => {}): Promise<string[]> {
  await checkServer(db);
  const migrations = await readMigrations();
  const applied: string[] = [];
  while (await isBehind(db, migrations)) {
    applied.push(...(await applyNext(db, migrations, onApplying)));
  }
  return applied;
}

async function checkServer(db: Database): Promise<void> {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version
  `.execute(db);
  const server = rows[0];
  if (server !== undefined && server.number >= oldestServer) return await checkIsCoordinator(db);
  throw new CopydeskError(
    'database_refused',
    `The database is PostgreSQL ${server?.version ?? '(unknown)'}; 15 or newer is needed. ` +
      'Upgrade it, point DATABASE_URL at a newer one, or unset DATABASE_URL to use the embedded PostgreSQL.',
  );
}

/** Refuses other nodes of a Citus cluster: its coordinator creates their tables. */
async function checkIsCoordinator(db: Database): Promise<void> {
  const { rows: citus } = await sql<{ there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_local_group') is not null as there
  `.execute(db);
  if (citus[0]?.there !== true) return;
  const { rows } = await sql<{ group: number }>`select groupid as group from pg_dist_local_group`.execute(db);
  if (rows[0] === undefined || rows[0].group === 0) return;
  throw new CopydeskError(
    'database_refused',
    'The database is on a node of a Citus cluster that is not its coordinator. Let DATABASE_URL lead to the coordinator.',
  );
}

/** Returns all migrations that this program has, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const folder = new URL('./migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return names.map((name) => ({
    version: Number(name.slice(0, 4)),
    name: name.slice(0, -'.sql'.length),
    file: new URL(name, folder),
  }));
}

/** Reads the SQL of a migration. */
export async function readMigrationText({ file }: Migration): Promise<string> {
  return await readFile(file, 'utf8');
}

/** @throws CopydeskError `database_refused` when the database knows a migration that this program does not. */
async function isBehind(db: Database | DatabaseTransaction, migrations: Migration[]): Promise<boolean> {
  const applied = await appliedVersions(db);
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = [...applied].find((version) => !known.has(version));
  if (unknown === undefined) return applied.size < known.size;
  throw new CopydeskError(
    'database_refused',
    `The database has schema ${unknown}, made by a newer Copydesk; this one knows schemas up to ${migrations.at(-1)?.version}. ` +
      'Run the newer version; a schema is never downgraded.',
  );
}

/**
 * All versions, not only the highest: of two changes developed in parallel, the one with the lower number may be
 * applied later.
 */
async function appliedVersions(db: Database | DatabaseTransaction): Promise<Set<number>> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('migration') is not null as there`.execute(
    db,
  );
  if (found[0]?.there !== true) return new Set();
  const rows = await db.selectFrom('migration').select('version').execute();
  return new Set(rows.map(({ version }) => version));
}

/**
 * Applies the first missing migration once this process has the lock, or all of them to an empty database, where none
 * takes long. Returns the names of these: none when another process was faster.
 */
async function applyNext(db: Database, migrations: Migration[], onApplying: () => void): Promise<string[]> {
  return await db.transaction().execute(async (transaction) => {
    // Others wait as long for the lock.
    await allowLong(transaction, longestMigrationSeconds);
    await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(transaction);
    await sql`
      create table if not exists migration (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )`.execute(transaction);
    const applied = await appliedVersions(transaction);
    const missing = migrations.filter(({ version }) => !applied.has(version));
    const next = applied.size === 0 ? missing : missing.slice(0, 1);
    // In one message: its statements run one after the other, and a new database has no fifty answers to wait for.
    if (next.length > 0) {
      const applying = sql.raw((await Promise.all(next.map(readMigrationText))).join(';\n')).execute(transaction);
      // The statements leave this process in the current turn of the event loop.
      const sent = setImmediate(onApplying);
      await applying.finally(() => clearImmediate(sent));
    }
    const done = next.map(({ version, name }) => ({ version, name }));
    if (done.length > 0) await transaction.insertInto('migration').values(done).execute();
    return done.map(({ name }) => name);
  });
}
