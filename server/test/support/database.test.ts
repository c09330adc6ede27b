import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { insertProject } from './project.ts';
import { readFreshContent } from './restore-database.ts';

// A pooler keeps the server's connection when its client forgets it.
test.skipIf(process.env.COPYDESK_TEST_PGBOUNCER)(
  'a test that leaves a database connection open fails, and its database is dropped',
  async () => {
    const database = await testDatabase();
    const client = new Client({ connectionString: database.url, application_name: 'forgotten' });
    client.on('error', () => {});
    await client.connect();
    await client.query("select 'what it did last'");
    await expect(database[Symbol.asyncDispose]()).rejects.toThrow("forgotten: select 'what it did last'");
    await expect(client.query('select 1')).rejects.toThrow(/terminat|not queryable/i);
  },
);

async function nameOf({ db }: TestDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]?.name ?? '';
}

/** Poolers and clusters get a new database each time. */
const restores = process.env.COPYDESK_TEST_PGBOUNCER === undefined && process.env.COPYDESK_TEST_CITUS_URL === undefined;

test.skipIf(!restores)('the next test gets the database as the migrations left it', async () => {
  const used = await testDatabase();
  const fresh = await readFreshContent(used.db);
  await insertProject(used.db);
  await sql`select nextval(seqrelid::regclass) from pg_sequence`.execute(used.db);
  const name = await nameOf(used);
  await used[Symbol.asyncDispose]();
  await using next = await testDatabase();
  expect(await nameOf(next)).toBe(name);
  expect(await readFreshContent(next.db)).toEqual(fresh);
});

test.skipIf(!restores)('a database whose schema a test has changed is dropped', async () => {
  const used = await testDatabase();
  await sql`alter table project drop constraint project_pkey cascade`.execute(used.db);
  const name = await nameOf(used);
  await used[Symbol.asyncDispose]();
  await using next = await testDatabase();
  expect(await nameOf(next)).not.toBe(name);
});
