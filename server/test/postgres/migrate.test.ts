import { isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/postgres/database.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { testDatabase } from '../support/database.ts';

test('a migrated database needs nothing', async () => {
  await using database = await testDatabase();
  const begun: string[] = [];
  expect(await migrate(database.db, () => begun.push('applying'))).toEqual([]);
  expect(begun).toEqual([]);
});

test('many processes migrate an empty database at once: each migration is applied once', async () => {
  await using database = await testDatabase();
  await sql`drop schema public cascade; create schema public`.execute(database.db);
  const processes = Array.from({ length: 6 }, () =>
    openDatabase({ connection: database.connection, maximumConnections: 1, applicationName: 'migrate' }),
  );
  const applied = await Promise.all(processes.map((db) => migrate(db)));
  await Promise.all(processes.map((db) => db.destroy()));
  const recorded = await database.db.selectFrom('migration').select('name').orderBy('version').execute();
  expect(applied.flat().sort()).toEqual(recorded.map(({ name }) => name));
  expect(recorded.length).toBeGreaterThan(0);
});

test('an empty database gets all migrations in one transaction', async () => {
  await using database = await testDatabase();
  const { db } = database;
  await sql`drop schema public cascade; create schema public`.execute(db);
  const order: string[] = [];
  await migrate(db, () => order.push('applying')).finally(() => order.push('applied'));
  expect(order).toEqual(['applying', 'applied']);
  // now() is the time at which a transaction began.
  const times = sql<{ number: number }>`select count(distinct applied_at)::int as number from migration`;
  expect((await times.execute(db)).rows).toEqual([{ number: 1 }]);
});

test('a schema of a newer version is refused', async () => {
  await using database = await testDatabase();
  await database.db.insertInto('migration').values({ version: 9999, name: '9999_future' }).execute();
  await expect(migrate(database.db)).rejects.toSatisfy((error) => isCopydeskError(error, 'database_refused'));
});

test('a wrong password is refused and not repeated', async () => {
  await using database = await testDatabase();
  const connection = { ...database.connection, password: 'not-the-password' };
  const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'migrate' });
  const error: unknown = await migrate(db).catch((caught: unknown) => caught);
  await db.destroy();
  expect(isCopydeskError(error, 'database_refused')).toBe(true);
  expect(String(error)).not.toContain('not-the-password');
});
