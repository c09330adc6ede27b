import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listEvents } from '../../../src/jobs/events.ts';
import { archiveIdleJobs } from '../../../src/jobs/settle/housekeeping.ts';
import { readJob } from '../../../src/jobs/read/read.ts';
import { completeJob } from '../../../src/jobs/settle/settle.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { testDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { claim, newJob, send } from '../support.ts';
import type { TestProject } from '../support.ts';

/** Creates a job that settled so many days ago. */
async function settledJob(db: Database, project: TestProject, days: number): Promise<string> {
  const { id } = await newJob(db, project);
  const { lease } = await claim(db);
  await sql`update job set messages_read = messages where id = ${id}`.execute(db);
  await completeJob(db, lease, { prLink: null, summary: '' });
  await sql`update job set updated_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(db);
  return id;
}

test('settled jobs are archived after 30 idle days, and no others', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await insertProject(db);
  const fresh = await settledJob(db, project, 29);
  const idle = await settledJob(db, project, 31);
  const { id: active } = await newJob(db, project);
  await sql`update job set updated_at = now() - interval '31 days' where id = ${active}`.execute(db);
  expect(await archiveIdleJobs(db)).toBe(1);
  expect(await readJob(db, project.id, idle)).toMatchObject({ status: 'archived' });
  expect((await listEvents(db, idle, { after: 0, limit: 10 })).events.at(-1)).toMatchObject({
    type: 'archived',
    data: { by: 'idle' },
  });
  expect(await readJob(db, project.id, fresh)).toMatchObject({ status: 'completed' });
  expect(await readJob(db, project.id, active)).toMatchObject({ status: 'active' });
});

test('a message that arrives during archiving keeps the job active', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await insertProject(db);
  const id = await settledJob(db, project, 31);
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const barrier = db.transaction().execute(async (transaction) => {
    await sql`select 1 from job where id = ${id} for update`.execute(transaction);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  // It waits for the row before the archiving does, and so gets it first.
  const message = send(db, project, id);
  await waiting(db, 1);
  const archived = archiveIdleJobs(db);
  await waiting(db, 2);
  release.resolve();
  await Promise.all([barrier, message]);
  expect(await archived).toBe(0);
  expect(await readJob(db, project.id, id)).toMatchObject({ status: 'active' });
});

async function waiting(db: Database, count: number): Promise<void> {
  const statement = sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `;
  while (((await statement.execute(db)).rows[0]?.waiting ?? 0) < count) await delay(10);
}
