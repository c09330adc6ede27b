import { afterAll, beforeAll, expect, test } from 'vitest';
import { findShared, readShared } from '../../../src/jobs/deliver/shared-files.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { newJob } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
let project: TestProject;
beforeAll(async () => {
  database = await testDatabase();
  project = await insertProject(database.db);
});
afterAll(async () => await database[Symbol.asyncDispose]());

/** Creates a job with a pull request, delivered once for each list of files. */
async function jobOn(number: number, deliveries: string[][], state: string | null = null): Promise<string> {
  const { db } = database;
  const { id } = await newJob(db, project);
  const url = `https://git.example.com/docs/pulls/${number}`;
  for (const [place, files] of deliveries.entries()) {
    const intent = { turn: 1, branch: 'b', commit: `c${place}`, title: `Change ${number}`, description: 'd' };
    const reached = { finished_at: new Date(), pull_request_number: number, pull_request_link: url };
    const delivery = { job_id: id, number: place + 1, ...intent, ...reached, pull_request_state: state };
    await db.insertInto('job_delivery').values(delivery).execute();
    const rows = files.map((path) => ({ job_id: id, delivery: place + 1, path, change: 'changed' }));
    if (rows.length > 0) await db.insertInto('delivered_file').values(rows).execute();
  }
  return id;
}

test('a job shares files with open pull requests of other jobs in the same project', async () => {
  const first = await jobOn(1, [['a.md', 'b.md'], ['c.md']]);
  const second = await jobOn(2, [['b.md', 'c.md', 'd.md']]);
  await jobOn(3, [['b.md']], 'merged');
  await jobOn(4, [['x.md']]);
  const elsewhere = await insertProject(database.db);
  const both = { title: 'Change 2', files: ['b.md', 'c.md'], filesInAll: 2, commit: 'c0' };
  expect((await readShared(database.db, project.id, [first])).get(first)).toEqual([
    { job: second, base: null, pullRequest: { number: 2, state: 'open', url: expect.any(String) }, ...both },
  ]);
  const ofNew = { projectId: project.id, jobId: 'job_new', baseRef: 'main', files: ['c.md', 'new.md'] };
  const found = await findShared(database.db, ofNew);
  expect(found.map(({ job, files }) => [job, files])).toEqual([
    [second, ['c.md']],
    [first, ['c.md']],
  ]);
  expect(await findShared(database.db, { ...ofNew, projectId: elsewhere.id })).toEqual([]);
  expect(await findShared(database.db, { ...ofNew, baseRef: 'v1' })).toEqual([]);
  expect((await readShared(database.db, elsewhere.id, [first])).size).toBe(0);
  expect(await findShared(database.db, { ...ofNew, files: [] })).toEqual([]);
});

test('a file that several deliveries change is reported once, and a job shares nothing with itself', async () => {
  const first = await jobOn(11, [['same.md'], ['same.md']]);
  expect((await readShared(database.db, project.id, [first])).get(first)).toBeUndefined();
  const second = await jobOn(12, [['same.md'], ['same.md']]);
  const shared = await readShared(database.db, project.id, [first, second]);
  expect([first, second].map((id) => shared.get(id)?.map(({ job, files }) => [job, files]))).toEqual([
    [[second, ['same.md']]],
    [[first, ['same.md']]],
  ]);
});

test('a requested job is found however many newer jobs there are', async () => {
  const old = await jobOn(21, [['old.md']]);
  const { db } = database;
  for (let count = 0; count < 200; count += 1) await newJob(db, project);
  await db.updateTable('job').set({ status: 'completed' }).where('status', '=', 'active').execute();
  const late = await jobOn(22, [['old.md']]);
  expect((await readShared(db, project.id, [old])).get(old)?.map(({ job }) => job)).toEqual([late]);
  // Of the others, only the newest are considered.
  expect((await readShared(db, project.id, [late])).get(late)).toBeUndefined();
});
