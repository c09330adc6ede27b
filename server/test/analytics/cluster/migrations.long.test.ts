import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Database } from '../../../src/postgres/database.ts';
import { testDatabase } from '../../support/database.ts';

const isCluster = inject('cluster') !== undefined;

/** Adds a table as a migration does. */
async function addTable(db: Database): Promise<void> {
  await sql`create table view_added (project_id integer primary key, note text not null)`.execute(db);
  await sql`select distribute_with_views('view_added')`.execute(db);
  await sql`insert into view_added select number, 'there' from generate_series(1, 50) as number`.execute(db);
  await sql`alter table view_added add column more integer not null default 7`.execute(db);
}

test('a migration adds a table of page views to any database', async () => {
  await using database = await testDatabase();
  await addTable(database.db);
  const { rows } = await sql`select note, more from view_added where project_id = 33`.execute(database.db);
  expect(rows).toEqual([{ note: 'there', more: 7 }]);
});

test.runIf(isCluster)('on a cluster, the added table is colocated with the other ones', async () => {
  await using database = await testDatabase();
  await addTable(database.db);
  const { rows } = await sql`
    select added.logicalrelid::text as name from pg_dist_partition added
    join pg_dist_partition site on site.colocationid = added.colocationid and site.logicalrelid = 'view_site'::regclass
    where added.logicalrelid = 'view_added'::regclass
  `.execute(database.db);
  expect(rows).toEqual([{ name: 'view_added' }]);
});
