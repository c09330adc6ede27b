import { isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import type { Database } from '../../src/postgres/database.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { emptyDatabase } from '../support/empty-database.ts';

let database: TestDatabase;
let guest: Connection;
const role = `guest_${process.pid}`;

/** A role as providers create it: it may only log in. */
beforeAll(async () => {
  database = await testDatabase();
  await sql`create role ${sql.id(role)} login password 'guest'`.execute(database.db);
  guest = { ...database.connection, user: role, password: 'guest' };
});
afterAll(async () => {
  await sql`drop owned by ${sql.id(role)}`.execute(database.db);
  await sql`drop role ${sql.id(role)}`.execute(database.db);
  await database[Symbol.asyncDispose]();
});

/** Returns the error of work on a database as `code: message`. */
async function fault(connection: Connection, work: (db: Database) => Promise<unknown>): Promise<string> {
  const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'faults' });
  const error: unknown = await work(db).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  await db.destroy();
  return isCopydeskError(error) ? `${error.code}: ${error.message}` : `not told: ${String(error)}`;
}

const ask = (db: Database) => sql`select 1`.execute(db);

test('a role that may not create tables gets the name of the missing right', async () => {
  await using empty = await emptyDatabase('faults');
  const said = await fault({ ...guest, database: empty.name }, migrate);
  expect(said).toMatch(
    /^database_refused: .*permission denied for schema public.*grant create, usage on schema public/,
  );
});

test('tables of another owner are reported', async () => {
  expect(await fault(guest, migrate)).toMatch(/^database_refused: .*permission denied for table migration.*reassign/);
});

test('a wrong password and a missing database are refused, without the password in the message', async () => {
  const said = await fault({ ...guest, password: 'wrong-secret' }, ask);
  expect(said).toMatch(/^database_refused: The database refused the login/);
  expect(said).not.toContain('wrong-secret');
  const absent = await fault({ ...database.connection, database: 'absent' }, ask);
  expect(absent).toMatch(/^database_refused: .*"absent" does not exist.*DATABASE_URL/);
});

test('a server without TLS is reported', async () => {
  const { host, port, user, password, database: name } = database.connection;
  const url = `postgres://${user}:${password}@localhost/${name}?sslmode=verify-full&host=${encodeURIComponent(host)}&port=${port}`;
  const db = openDatabase({ url, maximumConnections: 1, applicationName: 'tls' });
  await expect(ask(db)).rejects.toMatchObject({
    code: 'database_refused',
    message: expect.stringContaining('sslmode'),
  });
  await db.destroy();
});

test('a missing file of the address is reported', async () => {
  const url = `${database.url}${database.url.includes('?') ? '&' : '?'}sslmode=verify-full&sslrootcert=/nowhere/ca.pem`;
  const db = openDatabase({ url, maximumConnections: 1, applicationName: 'tls' });
  const said = { code: 'database_refused', message: expect.stringContaining('/nowhere/ca.pem') };
  await expect(ask(db)).rejects.toMatchObject(said);
  await expect(ask(db)).rejects.toMatchObject(said);
});

test('a role without free connections gets a hint to use fewer', async () => {
  await sql`alter role ${sql.id(role)} connection limit 1`.execute(database.db);
  const first = openDatabase({ connection: guest, maximumConnections: 1, applicationName: 'first' });
  await ask(first);
  expect(await fault(guest, ask)).toMatch(
    /^database_unavailable: .*too many connections.*COPYDESK_DATABASE_CONNECTIONS/,
  );
  await first.destroy();
});

test('a time limit of the server is reported with the setting for a longer one', async () => {
  await sql`alter role ${sql.id(role)} connection limit -1`.execute(database.db);
  await sql`alter role ${sql.id(role)} set statement_timeout = '200ms'`.execute(database.db);
  const said = await fault(guest, (db) => sql`select pg_sleep(60)`.execute(db));
  expect(said).toMatch(/^database_unavailable: .*due to statement timeout.*set statement_timeout/);
});

test('a read-only database, such as a replica, is reported', async () => {
  const said = await fault(database.connection, (db) =>
    sql`do $$ begin set transaction read only; create table none (); end $$`.execute(db),
  );
  expect(said).toMatch(/^database_unavailable: The database is read-only/);
});

test('an error that a statement causes stays an error of the statement', async () => {
  expect(await fault(database.connection, (db) => sql`select nonsense`.execute(db))).toMatch(/^not told: .*nonsense/);
});
