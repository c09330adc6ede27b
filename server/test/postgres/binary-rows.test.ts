import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBinaryRows } from '../../src/postgres/binary-rows.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());

test('rows contain their bytes unchanged, and null differs from empty', async () => {
  const rows = await readBinaryRows(
    database.db,
    sql`select * from (values (7, '\\x00ff0a5c'::bytea), (-1, ''), (null, null)) as rows (number, bytes)`,
  );
  expect(rows.map(([number, bytes]) => [number?.readInt32BE(), bytes])).toEqual([
    [7, Buffer.from([0, 255, 10, 92])],
    [-1, Buffer.alloc(0)],
    [undefined, null],
  ]);
});

test('a query without rows returns an empty list', async () => {
  expect(await readBinaryRows(database.db, sql`select 1 where false`)).toEqual([]);
});

test('large and many rows keep their bytes while more arrive', async () => {
  const rows = await readBinaryRows(
    database.db,
    sql`select n, convert_to(repeat(chr(65 + n % 26), n * 17), 'UTF8') from generate_series(1, 1000) n`,
  );
  expect(rows).toHaveLength(1_000);
  for (const [number, bytes] of rows) {
    const n = number?.readInt32BE() ?? 0;
    expect(bytes?.equals(Buffer.alloc(n * 17, 65 + (n % 26)))).toBe(true);
  }
});

test('an error is reported, and the connection remains usable', async () => {
  await database.db.connection().execute(async (connection) => {
    await expect(
      readBinaryRows(connection, sql`select 1 / (n - 3) from generate_series(1, 9) n`),
    ).rejects.toMatchObject({
      code: '22012',
    });
    expect(await readBinaryRows(connection, sql`select 5`)).toEqual([[Buffer.from([0, 0, 0, 5])]]);
  });
});

test('a query with parameters is refused', async () => {
  await expect(readBinaryRows(database.db, sql`select ${1}::int`)).rejects.toThrow('no parameters');
});
