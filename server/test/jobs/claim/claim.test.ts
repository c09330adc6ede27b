import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { claimJobs } from '../../../src/jobs/claim/claim.ts';
import type { Claim } from '../../../src/jobs/claim/claim.ts';
import { releaseJob } from '../../../src/jobs/claim/release.ts';
import { openDatabase } from '../../../src/postgres/database.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { newJob } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
let project: TestProject;
beforeEach(async () => {
  await database?.[Symbol.asyncDispose]();
  database = await testDatabase();
  project = await insertProject(database.db);
});
afterAll(async () => await database[Symbol.asyncDispose]());

const claim: Claim = { worker: 'wrk_test', leaseSeconds: 10, most: 100, projectLimit: 5 };

async function fill(count: number, into: TestProject = project): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await newJob(database.db, into)).id);
  return ids;
}

async function take(change: Partial<Claim> = {}): Promise<string[]> {
  return (await claimJobs(database.db, { ...claim, ...change })).map((job) => job.id).sort();
}

describe('claimJobs', () => {
  test('keeps within the project’s limit, takes the longest-waiting jobs, and takes the next one when a job ends', async () => {
    const ids = await fill(7);
    expect(await take()).toEqual(ids.slice(0, 5).sort());
    expect(await take()).toEqual([]);
    await archiveJob(database.db, { projectId: project.id, jobId: ids[2] ?? '', by: 'api' });
    expect(await take()).toEqual(ids.slice(5, 6));
  });

  test('keeps within the limit that a project sets itself', async () => {
    await fill(4);
    await database.db.updateTable('project').set({ concurrency: 2 }).execute();
    expect(await take()).toHaveLength(2);
    await database.db.updateTable('project').set({ concurrency: 3 }).execute();
    expect(await take()).toHaveLength(1);
  });

  test('leaves places to other projects if one project has many waiting jobs', async () => {
    await fill(30);
    const second = await insertProject(database.db);
    const late = await fill(1, second);
    const claimed = await take();
    expect(claimed).toHaveLength(6);
    expect(claimed).toEqual(expect.arrayContaining(late));
  });

  test('leaves places to projects without a running job if some projects have many', async () => {
    await fill(5);
    for (let count = 0; count < 3; count += 1) await fill(5, await insertProject(database.db));
    const last = await insertProject(database.db);
    const held = [await take({ most: 16, kept: 4 }), await take({ most: 3, kept: 4 })].flat();
    expect(held).toHaveLength(15);
    expect(await take({ most: 1, kept: 4 })).toEqual([]);
    const late = await fill(2, last);
    expect(await take({ most: 1, kept: 4 })).toEqual(late.slice(0, 1));
  });

  test('fills all places if each project has a running job', async () => {
    await fill(5);
    await fill(5, await insertProject(database.db));
    expect([await take({ most: 8, kept: 2 }), await take({ most: 2, kept: 2 })].flat()).toHaveLength(8);
  });

  test('leaves places to another organisation if one has many projects', async () => {
    const { organisationId } = project;
    for (let count = 0; count < 8; count += 1) await fill(1, await insertProject(database.db, { organisationId }));
    await insertProject(database.db);
    const room = { most: 4, organisationLimit: 3 };
    expect(await take(room)).toHaveLength(3);
    expect(await take({ ...room, most: 1 })).toEqual([]);
    const other = await insertProject(database.db);
    const late = await fill(2, other);
    expect(await take({ ...room, most: 1 })).toEqual(late.slice(0, 1));
  });

  test('gives all places to an organisation that is alone', async () => {
    const second = await insertProject(database.db, { organisationId: project.organisationId });
    await fill(2);
    await fill(2, second);
    expect(await take({ most: 4, organisationLimit: 3 })).toHaveLength(4);
  });

  test('keeps within the limit of all workers together', async () => {
    await fill(3);
    const second = await insertProject(database.db);
    await fill(3, second);
    expect(await take({ totalLimit: 4 })).toHaveLength(4);
    expect(await take({ totalLimit: 4 })).toEqual([]);
    expect(await take({ totalLimit: 5 })).toHaveLength(1);
  });

  test('takes no more jobs than the worker has room for', async () => {
    await fill(3);
    expect(await take({ most: 2 })).toHaveLength(2);
    expect(await take({ most: 0 })).toEqual([]);
  });

  test('keeps exactly within the limit while many workers claim and release jobs at once', async () => {
    await fill(12);
    for (let round = 0; round < 20; round += 1) {
      const claims = await Promise.all(Array.from({ length: 4 }, () => claimJobs(database.db, claim)));
      const claimed = claims.flat();
      expect(claimed.length).toBeGreaterThan(0);
      const { rows } = await sql<{ held: number }>`
        select count(*) as held from job where leased_until > now()
      `.execute(database.db);
      expect(rows[0]?.held).toBe(5);
      const back = claimed.slice(0, 1 + (round % 3));
      await Promise.all(
        back.map(({ id, epoch }) =>
          releaseJob(database.db, { jobId: id, epoch }, { afterSeconds: 0, counts: 'nothing' }),
        ),
      );
    }
  });
});

test('an expired lease frees its place for another job or for the same one', async () => {
  const ids = await fill(6);
  await take();
  await sql`update job set leased_until = now() - interval '1 second' where id = ${ids[0]}`.execute(database.db);
  expect(await take()).toEqual([ids[0]]);
});

test('claimJobs skips a locked row until it is free, and still claims other rows', async () => {
  const ids = await fill(3);
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = database.db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('job')
      .select('id')
      .where('id', '=', ids[0] ?? '')
      .forUpdate()
      .execute();
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  expect(await take()).toEqual(ids.slice(1).sort());
  release.resolve();
  await holder;
  expect(await take()).toEqual(ids.slice(0, 1));
});

test('claimJobs does not read ten thousand jobs that wait behind a limit', async () => {
  await sql`
    insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch)
    select 'job_' || lpad(number::text, 26, '0'), ${project.organisationId}, ${project.id}, 'active', 'm/m', 'r', 'main', 'b'
    from generate_series(1, 10000) as number
  `.execute(database.db);
  await sql`analyze job`.execute(database.db);
  const second = await insertProject(database.db);
  const [late = ''] = await fill(1, second);
  // One connection, which reports its counts on request.
  const db = openDatabase({ url: database.url, maximumConnections: 1, applicationName: 'claims' });
  const before = await rowsRead(db);
  const claimed = (await claimJobs(db, claim)).map((job) => job.id);
  const read = (await rowsRead(db)) - before;
  await db.destroy();
  expect(claimed).toHaveLength(6);
  expect(claimed).toContain(late);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(200);
});

/** Returns the number of rows of the table `job` that any plan has fetched since the database was created. */
async function rowsRead(db: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'job'
  `.execute(db);
  return rows[0]?.read ?? 0;
}
