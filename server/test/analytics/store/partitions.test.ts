import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { makePartitionsAhead } from '../../../src/analytics/store/shards/partitions.ts';
import { testDatabase } from '../../support/database.ts';

const late = new Date('2028-01-31T23:00:00Z');

test('the partition of the next month is made before it begins', async () => {
  await using database = await testDatabase();
  await makePartitionsAhead(database.db, late);
  await makePartitionsAhead(database.db, late);
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'view'::regclass
  `.execute(database.db);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['view_2028_01', 'view_2028_02']));
});

test.runIf(inject('cluster') !== undefined)('on a cluster it is distributed, as the table is', async () => {
  await using database = await testDatabase();
  await makePartitionsAhead(database.db, late);
  const { rows } = await sql`
    select 1 from pg_dist_partition where logicalrelid = 'view_2028_02'::regclass and partmethod = 'h'
  `.execute(database.db);
  expect(rows).toHaveLength(1);
});
