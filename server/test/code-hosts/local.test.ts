import { expect, test } from 'vitest';
import { localCodeHost } from '../../src/code-hosts/local.ts';
import { readPullRequest } from '../../src/pull-requests/read.ts';
import { closePullRequest } from '../../src/pull-requests/end.ts';
import { pullRequestStore } from '../../src/pull-requests/store.ts';
import { archiveJob } from '../../src/jobs/settle/archive.ts';
import { updateLeased } from '../../src/jobs/claim/lease.ts';
import { claim, newJob } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

test('finds, opens, updates and reads a pull request, with the same result when it is repeated', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await insertProject(db);
  const job = await newJob(db, project);
  const host = localCodeHost({
    store: pullRequestStore(db, project.id),
    link: (number) => `http://localhost/projects/${project.id}/pulls/${number}`,
  });
  const draft = {
    jobId: job.id,
    headRef: 'copydesk/one',
    baseRef: 'main',
    headCommit: 'a'.repeat(40),
    baseCommit: 'b'.repeat(40),
    title: 'A title',
    description: 'First.',
  };
  expect(await host.find('copydesk/one')).toBeUndefined();
  expect(await host.read(1)).toBeUndefined();

  const link = `http://localhost/projects/${project.id}/pulls/1`;
  const headCommit = draft.headCommit;
  const opened = { number: 1, link, state: 'open', headRef: 'copydesk/one', baseRef: 'main', headCommit };
  expect(await host.open(draft)).toEqual(opened);
  expect(await host.open(draft)).toEqual(opened);
  expect(await host.find('copydesk/one')).toEqual(opened);
  const second = { ...draft, headCommit: 'c'.repeat(40), title: 'More', description: 'Second.' };
  expect(await host.update(1, second)).toEqual({ ...opened, headCommit: second.headCommit });
  expect(await host.update(1, second)).toEqual({ ...opened, headCommit: second.headCommit });
  expect(await readPullRequest(db, project.id, 1)).toMatchObject({
    title: 'A title',
    description: 'First.\n\n---\n\n**More**\n\nSecond.',
  });

  await closePullRequest(db, { projectId: project.id, number: 1, by: { name: 'Ann' } });
  expect(await host.read(1)).toEqual({ ...opened, headCommit: second.headCommit, state: 'closed' });
  await expect(host.update(1, draft)).rejects.toMatchObject({ code: 'pull_request_not_open' });
  expect(await host.open({ ...draft, headCommit: 'd'.repeat(40) })).toMatchObject({ number: 2, state: 'open' });
  expect(await host.find('copydesk/one')).toMatchObject({ number: 2 });
});

test('rejects a worker that has lost its lease', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await insertProject(db);
  const job = await newJob(db, project);
  const { lease } = await claim(db);
  const store = pullRequestStore(db, project.id, (transaction) => updateLeased(transaction, lease, {}));
  const host = localCodeHost({ store, link: (number) => `http://localhost/${number}` });
  const commits = { headCommit: 'a'.repeat(40), baseCommit: 'b'.repeat(40) };
  const draft = { jobId: job.id, headRef: 'one', baseRef: 'main', ...commits, title: 'A title', description: 'First.' };
  expect(await host.open(draft)).toMatchObject({ number: 1 });
  const before = await readPullRequest(db, project.id, 1);
  await archiveJob(db, { projectId: project.id, jobId: job.id, by: 'api' });
  const lost = { code: 'lease_lost' };
  await expect(host.open({ ...draft, headRef: 'two' })).rejects.toMatchObject(lost);
  await expect(host.open({ ...draft, headCommit: 'c'.repeat(40) })).rejects.toMatchObject(lost);
  await expect(host.update(1, { ...draft, headCommit: 'c'.repeat(40) })).rejects.toMatchObject(lost);
  expect(await host.find('two')).toBeUndefined();
  expect(await readPullRequest(db, project.id, 1)).toEqual(before);
  // A number is used exactly when its pull request exists.
  const { last_pull_request: last } = await db
    .selectFrom('project')
    .select('last_pull_request')
    .executeTakeFirstOrThrow();
  expect(last).toBe(1);
});
