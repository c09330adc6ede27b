import { Client } from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';

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
