import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJob } from '../../../src/jobs/read/read.ts';
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

const url = 'https://git.example.com/docs/pulls/7';

async function deliver(
  jobId: string,
  delivery: { number: number; state?: string; draft?: boolean; to?: number | null },
) {
  const { number, state = null, draft = false, to = 7 } = delivery;
  const reached = to === null ? {} : { finished_at: new Date(), pull_request_number: to, pull_request_link: url };
  const intent = { turn: number, branch: 'b', commit: 'c', title: 't', description: 'd' };
  await database.db
    .insertInto('job_delivery')
    .values({ job_id: jobId, number, ...intent, draft, pull_request_state: state, ...reached })
    .execute();
}

test.each([
  ['open', { number: 1 }],
  ['draft', { number: 1, draft: true }],
  ['merged', { number: 1, draft: true, state: 'merged' }],
  ['closed', { number: 1, state: 'closed' }],
])('a pull request is %s, as its host reported last', async (state, delivery) => {
  const { id } = await newJob(database.db, project);
  await deliver(id, delivery);
  expect((await readJob(database.db, project.id, id))?.pullRequest).toEqual({ number: 7, state, url });
});

test('a job reports its newest reachable pull request, and none before it has one', async () => {
  const { id } = await newJob(database.db, project);
  expect((await readJob(database.db, project.id, id))?.pullRequest).toBeNull();
  await deliver(id, { number: 1, state: 'merged' });
  await deliver(id, { number: 2, to: 8 });
  await deliver(id, { number: 3, to: null });
  expect((await readJob(database.db, project.id, id))?.pullRequest).toEqual({ number: 8, state: 'open', url });
});
