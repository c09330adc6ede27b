import { isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { databaseErrors, isDatabaseUnavailable, openDatabase } from '../../src/postgres/database.ts';
import { plannedOnce } from '../../src/postgres/statements/planned-once.ts';
import { testDatabase } from '../support/database.ts';

test('values are converted by their types', async () => {
  await using database = await testDatabase();
  const { rows } = await sql`
    select 9007199254740991::int8 as number, '2026-03-01 12:00:00.123+02'::timestamptz as time,
      '{a,b}'::text[] as list, '{192.0.2.0/24}'::cidr[] as networks, '{"a": [1]}'::jsonb as json`.execute(database.db);
  expect(rows).toEqual([
    {
      number: 9_007_199_254_740_991,
      time: new Date('2026-03-01T10:00:00.123Z'),
      list: ['a', 'b'],
      networks: ['192.0.2.0/24'],
      json: { a: [1] },
    },
  ]);
});

test('an int8 beyond the exact range of a number is an error, not a rounded number', async () => {
  await using database = await testDatabase();
  const reading = sql`select 9007199254740993::int8`.execute(database.db);
  await expect(reading).rejects.toThrow('9007199254740993');
});

test('a marked statement is planned once on a connection for any values, and no other statement is kept', async () => {
  await using database = await testDatabase();
  const db = openDatabase({ connection: database.connection, maximumConnections: 1, applicationName: 'once' });
  const sums: unknown[] = [];
  for (const value of [1, 2]) {
    const { rows } = await sql`${plannedOnce} select ${value}::integer + 1 as sum`.execute(db);
    const { rows: others } = await sql`${plannedOnce} select ${value}::integer + 10 as sum`.execute(db);
    sums.push(...rows, ...others);
  }
  const { rows: kept } = await sql`select name, statement from pg_prepared_statements order by statement`.execute(db);
  await db.destroy();
  expect(sums).toEqual([{ sum: 2 }, { sum: 11 }, { sum: 3 }, { sum: 12 }]);
  expect(kept).toEqual([
    { name: expect.stringMatching(/^planned_\d+$/), statement: expect.stringContaining('+ 1 as') },
    { name: expect.stringMatching(/^planned_\d+$/), statement: expect.stringContaining('+ 10 as') },
  ]);
});

test('the URL of a test database opens it', async () => {
  await using database = await testDatabase();
  const db = openDatabase({ url: database.url, maximumConnections: 1, applicationName: 'by url' });
  const { rows } = await sql`select current_database() as name`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ name: database.connection.database }]);
});

test('a connection that the server ends is reported as unavailable, and the pool continues', async () => {
  await using database = await testDatabase();
  const ended: unknown = await sql`select pg_terminate_backend(pg_backend_pid())`
    .execute(database.db)
    .catch((error: unknown) => error);
  expect(isDatabaseUnavailable(ended)).toBe(true);
  expect(() => databaseErrors(ended)).toThrow('was shut down');
  const answers = async () => await sql`select 1`.execute(database.db).then(() => true, isRealFault);
  await vi.waitUntil(answers);
});

test('a missing server is reported as unavailable', async () => {
  await using database = await testDatabase();
  for (const where of [{ host: '127.0.0.1', port: 1 }, { host: '/nowhere' }]) {
    const connection = { ...database.connection, ...where };
    const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'away' });
    const error: unknown = await sql`select 1`.execute(db).catch((caught: unknown) => caught);
    await db.destroy();
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
});

/** The pool may return a closed connection once more before it notices its end. */
function isRealFault(error: unknown): false {
  if (isDatabaseUnavailable(error)) return false;
  throw error;
}

test('an error of a statement is not reported as an unavailable database', async () => {
  await using database = await testDatabase();
  const error: unknown = await sql`select nonsense`.execute(database.db).catch((caught: unknown) => caught);
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect(() => databaseErrors(error)).toThrow(String(error).replace('error: ', ''));
  expect(isCopydeskError(error)).toBe(false);
});

test('a test that leaves a connection open is reported', async () => {
  const database = await testDatabase();
  const left = openDatabase({ ...database, maximumConnections: 1, applicationName: 'forgotten' });
  await sql`select 1`.execute(left);
  await expect(database[Symbol.asyncDispose]()).rejects.toThrow('forgotten');
  await left.destroy();
});
