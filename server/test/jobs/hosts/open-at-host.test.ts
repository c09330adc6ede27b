import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPullRequestState } from '../../../src/jobs/deliver/delivered.ts';
import { countOpenAtHost, mostExaminedJobs, listOpenAtHost } from '../../../src/jobs/hosts/open-at-host.ts';
import { openPullRequest } from '../../../src/pull-requests/open.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { newJob } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => await database[Symbol.asyncDispose]());

async function hosted(host = 'github'): Promise<TestProject> {
  const project = await insertProject(database.db);
  const secrets = { credential: Buffer.of(1), credential_kind: 'token', hint: 'x', webhook_secret: Buffer.of(1) };
  await database.db
    .insertInto('code_host_connection')
    .values({ project_id: project.id, host, api_url: '', repository: 'acme/docs', ...secrets })
    .execute();
  return project;
}

async function deliver(
  project: TestProject,
  number: number | null,
  { jobId, delivery = 1 }: { jobId?: string; delivery?: number } = {},
) {
  const id = jobId ?? (await newJob(database.db, project)).id;
  const reached = number !== null && { finished_at: new Date(), pull_request_number: number, pull_request_link: 'x' };
  const intent = { turn: delivery, branch: 'b', commit: 'c', title: 't', description: 'd' };
  await database.db
    .insertInto('job_delivery')
    .values({ job_id: id, number: delivery, ...intent, ...reached })
    .execute();
  return id;
}

async function open(project: TestProject): Promise<number[]> {
  const listed = await listOpenAtHost(database.db, project.id, 10);
  const counted = (await countOpenAtHost(database.db, [project.id, 'prj_none'])).get(project.id) ?? 0;
  expect(counted).toBe(listed.length);
  return listed.map(({ number }) => number);
}

test('a pull request counts as open until its host reports that it ended, and again after it is reopened', async () => {
  const project = await hosted();
  const jobId = await deliver(project, 7);
  await deliver(project, null);
  expect(await open(project)).toEqual([7]);
  await recordPullRequestState(database.db, { projectId: project.id, jobId, number: 7, state: 'open' });
  expect(await open(project)).toEqual([7]);
  const other = await deliver(project, 8);
  expect(await open(project)).toEqual([8, 7]);
  await database.db.updateTable('job').set({ status: 'completed' }).where('id', '=', other).execute();
  await recordPullRequestState(database.db, { projectId: project.id, jobId: other, number: 8, state: 'merged' });
  expect(await open(project)).toEqual([7]);
});

test('each job has at most one open pull request, its newest', async () => {
  const project = await hosted('gitlab');
  const jobId = await deliver(project, 1);
  await deliver(project, 2, { jobId, delivery: 2 });
  expect(await open(project)).toEqual([2]);
});

test('built-in pull requests, those of archived jobs and those of plain git servers are not counted', async () => {
  const { db } = database;
  const project = await hosted();
  const here = await newJob(db, project);
  const commits = { headCommit: 'h', baseCommit: 'b', headRef: 'x', baseRef: 'main' };
  const draft = { ...commits, projectId: project.id, jobId: here.id, title: 't', description: '' };
  const { number } = await openPullRequest(db, draft);
  await deliver(project, number, { jobId: here.id });
  const archived = await deliver(project, 100);
  await db.updateTable('job').set({ status: 'archived', archived_at: new Date() }).where('id', '=', archived).execute();
  expect(await open(project)).toEqual([]);
  const alone = await hosted('git');
  await deliver(alone, 7);
  expect(await open(alone)).toEqual([]);
});

test('only pull requests of the newest jobs are counted', async () => {
  const project = await hosted();
  await deliver(project, 1);
  for (let count = 0; count < mostExaminedJobs; count += 1) await newJob(database.db, project);
  expect(await open(project)).toEqual([]);
});
