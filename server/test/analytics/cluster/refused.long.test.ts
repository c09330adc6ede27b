import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { distribute, planDistribution } from '../../../src/analytics/cluster/distribute.ts';
import { readKeys } from '../support/keys.ts';
import { testDatabase } from '../../support/database.ts';

test.runIf(inject('cluster') === undefined)(
  'a database without Citus is refused with what it lacks, and stays unchanged',
  async () => {
    await using database = await testDatabase();
    const refusal = { code: 'database_refused', message: expect.stringContaining('does not have the extension Citus') };
    await expect(planDistribution(database.db)).rejects.toMatchObject(refusal);
    const options = { shards: 32, locked: false, now: new Date(), onTable: () => expect.unreachable() };
    await expect(distribute(database.db, options)).rejects.toMatchObject(refusal);
    const { rows } = await sql`select 1 from pg_inherits where inhparent = 'view'::regclass`.execute(database.db);
    expect(rows).toEqual([]);
  },
);

test('every key of a table of page views contains the project, so that the table can be distributed', async () => {
  await using database = await testDatabase();
  const keys = await readKeys(database.db);
  expect(keys.length).toBeGreaterThan(15);
  for (const { name, columns } of keys) expect([name, columns]).toEqual([name, expect.arrayContaining(['project_id'])]);
});
