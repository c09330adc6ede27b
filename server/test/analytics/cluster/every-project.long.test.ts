import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect, inject, test } from 'vitest';
import { acrossProjects } from '../../../src/analytics/cluster/every-project.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { DatabaseFault } from '../../../src/postgres/faults.ts';
import { testDatabase } from '../../support/database.ts';
import { newProjectNumber } from '../support/views.ts';

/** Reads the numbers of projects on a cluster that has lost the node of one project. */
function readWithout(lost: number, all: readonly number[]) {
  const numbers = sql.join(all.map((number) => sql`(${number}::int)`));
  return async (
    db: Parameters<typeof acrossProjects>[0],
    ofThese: Parameters<Parameters<typeof acrossProjects>[1]>[0],
  ) => {
    const { rows } = await sql<{ project_id: number }>`
      select project_id from (values ${numbers}) as project (project_id) where ${ofThese}
    `.execute(db);
    const found = rows.map(({ project_id: number }) => number);
    if (found.includes(lost)) throw new DatabaseFault('database_unavailable', 'The node is lost.');
    return found;
  };
}

const isCluster = inject('cluster') !== undefined;

async function readAll(db: Database) {
  const projects: number[] = [];
  for (let count = 0; count < 8; count += 1) projects.push(await newProjectNumber(db));
  const [lost = 0] = projects;
  const read = readWithout(lost, projects);
  return { projects, lost, found: acrossProjects(db, async (ofThese) => await read(db, ofThese)) };
}

test.runIf(isCluster)('if a node is lost, only its projects are left out', async () => {
  await using database = await testDatabase();
  const { projects, lost, found } = await readAll(database.db);
  const onNode = await projectsBeside(database.db, lost);
  expect(new Set(await found)).toEqual(new Set(projects.filter((number) => !onNode.includes(number))));
});

test.runIf(!isCluster)('on one server, a lost server is an error', async () => {
  await using database = await testDatabase();
  await expect((await readAll(database.db)).found).rejects.toThrow('The node is lost.');
});

test('an error of the statement itself is reported at once', async () => {
  await using database = await testDatabase();
  const refused = acrossProjects(database.db, async () => {
    throw new TypeError('not the database');
  });
  await expect(refused).rejects.toThrow('not the database');
});

async function projectsBeside(db: Database, project: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from project where ${nodeOf(sql`number`)} = ${nodeOf(sql.lit(project))}
  `.execute(db);
  return rows.map(({ number }) => number);
}

function nodeOf(number: RawBuilder<unknown>) {
  return sql`
    (select groupid from pg_dist_placement where shardid = get_shard_id_for_distribution_column('view_site', ${number}))`;
}
