import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePullRequest } from '../../src/pull-requests/end.ts';
import { openPullRequest } from '../../src/pull-requests/open.ts';
import { countPullRequests, listPullRequests } from '../../src/pull-requests/read.ts';
import { markReady } from '../../src/pull-requests/ready.ts';
import { updatePullRequest } from '../../src/pull-requests/update.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';
import { newJob } from '../jobs/support.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function newDraft() {
  const project = await insertProject(database.db);
  const job = await newJob(database.db, project);
  const draft = (branch: string, headCommit = 'a'.repeat(40)) => ({
    projectId: project.id,
    jobId: job.id,
    headRef: branch,
    baseRef: 'main',
    headCommit,
    baseCommit: 'b'.repeat(40),
    title: 'A title',
    description: 'Text',
  });
  return { project, draft };
}

test('numbers count from 1 in each project', async () => {
  const one = await newDraft();
  const two = await newDraft();
  expect(await openPullRequest(database.db, one.draft('a'))).toMatchObject({ number: 1, state: 'open', headRef: 'a' });
  expect(await openPullRequest(database.db, one.draft('b'))).toMatchObject({ number: 2 });
  expect(await openPullRequest(database.db, two.draft('a'))).toMatchObject({ number: 1, draft: false });
});

test('opening a branch again returns the existing pull request, and adds the new text to it', async () => {
  const { draft } = await newDraft();
  await openPullRequest(database.db, draft('a'));
  const again = await openPullRequest(database.db, { ...draft('a', 'c'.repeat(40)), title: 'Another' });
  expect(again).toMatchObject({ number: 1, title: 'A title', headCommit: 'c'.repeat(40), state: 'open' });
  expect(again.description).toBe('Text\n\n---\n\n**Another**\n\nText');
});

test('a commit that needs a decision by people makes the pull request a draft, once, and no other commit removes the mark', async () => {
  const { project, draft } = await newDraft();
  const at = (commit: string, asDraft: boolean) => ({ ...draft('a', commit.repeat(40)), number: 1, asDraft });
  expect(await openPullRequest(database.db, at('a', true))).toMatchObject({ number: 1, draft: true });
  expect(await updatePullRequest(database.db, at('c', false))).toMatchObject({ draft: true });
  const ready = { projectId: project.id, number: 1 };
  expect(await markReady(database.db, ready)).toMatchObject({ draft: false });
  expect(await updatePullRequest(database.db, at('d', true))).toMatchObject({ draft: true });
  await markReady(database.db, ready);
  expect(await updatePullRequest(database.db, at('d', true))).toMatchObject({ draft: false });
});

test('parallel calls for one branch open one pull request, and numbers have no gap', async () => {
  const { project, draft } = await newDraft();
  const opened = await Promise.all(Array.from({ length: 8 }, () => openPullRequest(database.db, draft('a'))));
  expect(new Set(opened.map(({ number }) => number))).toEqual(new Set([1]));
  const others = Array.from({ length: 8 }, (_, index) => openPullRequest(database.db, draft(`b${index}`)));
  const numbers = (await Promise.all(others)).map(({ number }) => number);
  expect(numbers.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await countPullRequests(database.db, project.id)).toEqual({ open: 9, merged: 0, closed: 0 });
});

test('after a close, a new commit opens a new pull request, and the same commit returns the closed one', async () => {
  const { project, draft } = await newDraft();
  await openPullRequest(database.db, draft('a'));
  await closePullRequest(database.db, { projectId: project.id, number: 1, by: { name: 'Ann' } });
  expect(await openPullRequest(database.db, draft('a'))).toMatchObject({ number: 1, state: 'closed', endedBy: 'Ann' });
  expect(await openPullRequest(database.db, draft('a', 'd'.repeat(40)))).toMatchObject({ number: 2, state: 'open' });
});

test('an ended pull request is not updated', async () => {
  const { project, draft } = await newDraft();
  await openPullRequest(database.db, draft('a'));
  await closePullRequest(database.db, { projectId: project.id, number: 1, by: { name: 'Ann' } });
  const update = updatePullRequest(database.db, { ...draft('a'), number: 1 });
  await expect(update).rejects.toMatchObject({ code: 'pull_request_not_open' });
  const absent = updatePullRequest(database.db, { ...draft('a'), number: 9 });
  await expect(absent).rejects.toMatchObject({ code: 'not_found' });
});

test('a missing project has no pull requests', async () => {
  const { draft } = await newDraft();
  const opening = openPullRequest(database.db, { ...draft('a'), projectId: `prj_${'0'.repeat(22)}` });
  await expect(opening).rejects.toMatchObject({ code: 'not_found' });
});

test('the list is newest first, by state, in pages', async () => {
  const { project, draft } = await newDraft();
  for (const branch of ['a', 'b', 'c']) await openPullRequest(database.db, draft(branch));
  await closePullRequest(database.db, { projectId: project.id, number: 2, by: { name: 'Ann' } });
  const list = async (page: { state?: 'open' | 'closed'; before?: number; limit: number }) => {
    const { pullRequests, nextBefore } = await listPullRequests(database.db, project.id, page);
    return { numbers: pullRequests.map(({ number }) => number), nextBefore };
  };
  expect(await list({ limit: 2 })).toEqual({ numbers: [3, 2], nextBefore: 2 });
  expect(await list({ limit: 2, before: 2 })).toEqual({ numbers: [1], nextBefore: undefined });
  expect(await list({ limit: 9, state: 'open' })).toEqual({ numbers: [3, 1], nextBefore: undefined });
  expect(await list({ limit: 9, state: 'closed' })).toEqual({ numbers: [2], nextBefore: undefined });
});
