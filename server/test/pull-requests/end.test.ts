import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openChangeCache } from '../../src/pull-requests/changes.ts';
import { closePullRequest, mergePullRequest } from '../../src/pull-requests/end.ts';
import { openPullRequest } from '../../src/pull-requests/open.ts';
import type { PullRequest } from '../../src/pull-requests/pull-request.ts';
import { markReady } from '../../src/pull-requests/ready.ts';
import { readPullRequest } from '../../src/pull-requests/read.ts';
import { newJob } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { insertProject } from '../support/project.ts';
import { testWorkspace } from '../support/workspace.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import type { Repository } from '../../src/workspace/repository.ts';

/** The cache of the last change must not answer for this one. */
const readChange: ReturnType<typeof openChangeCache>['read'] = async (...asked) =>
  await openChangeCache().read(...asked);

let database: TestDatabase;
let workspace: TestWorkspace;
let origin: TestRepository;
let repository: Repository;
let pullRequest: PullRequest;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Creates a repository with one open pull request, over real git. */
beforeEach(async () => {
  origin = await testRepository({ bare: true });
  workspace = await testWorkspace();
  await origin.commit({ 'a.md': 'one\n', 'b.md': 'one\n' });
  const baseCommit = await origin.git('rev-parse', 'main');
  await origin.git('branch', 'change', baseCommit);
  const headCommit = await origin.commit({ 'a.md': 'two\n' }, { branch: 'change', message: 'Say two' });
  const project = await insertProject(database.db, { repository: origin.path });
  const job = await newJob(database.db, project);
  pullRequest = await openPullRequest(database.db, {
    projectId: project.id,
    jobId: job.id,
    headRef: 'change',
    baseRef: 'main',
    headCommit,
    baseCommit,
    title: 'Say two',
    description: '',
  });
  repository = await workspace.open(origin.path);
  return async () => {
    await workspace[Symbol.asyncDispose]();
    await origin[Symbol.asyncDispose]();
  };
});

const merge = (headCommit?: string) =>
  mergePullRequest(database.db, repository, {
    projectId: pullRequest.projectId,
    number: pullRequest.number,
    headCommit,
    by: { name: 'Ann', email: 'ann@example.org' },
    at: new Date(1_700_000_000_000),
  });

const close = () => closePullRequest(database.db, { projectId: pullRequest.projectId, number: 1, by: { name: 'Bob' } });

const now = () => readPullRequest(database.db, pullRequest.projectId, 1);

test('merging puts a merge commit on the base branch and stores it', async () => {
  const merged = await merge(pullRequest.headCommit);
  expect(merged).toMatchObject({ state: 'merged', endedBy: 'Ann', mergeCommit: await origin.git('rev-parse', 'main') });
  expect(await origin.git('show', 'main:a.md')).toBe('two');
  expect(await origin.git('log', '-1', '--format=%an %s|%P', 'main')).toBe(
    `Ann Merge pull request #1 from change|${pullRequest.baseCommit} ${pullRequest.headCommit}`,
  );
});

test('a merged change can still be read as it was after later commits', async () => {
  const before = await readChange(repository, pullRequest);
  const merged = await merge();
  await origin.commit({ 'a.md': 'three\n' });
  expect(await readChange(repository, merged)).toEqual(before);
  expect(before.files).toMatchObject([{ path: 'a.md', change: 'modified', additions: 1, deletions: 1 }]);
  expect(before.commits).toMatchObject([{ title: 'Say two' }]);
});

test('exactly one of many parallel merges and closes succeeds', async () => {
  const results = await Promise.allSettled([merge(), close(), merge(), close(), merge()]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ code: 'pull_request_not_open' })),
  );
  const merges = Number(await origin.git('rev-list', '--count', '--merges', 'main'));
  expect((await now())?.state).toBe(merges === 1 ? 'merged' : 'closed');
});

test('a branch that has moved since it was checked is not merged', async () => {
  await origin.commit({ 'b.md': 'pushed\n' }, { branch: 'change' });
  await expect(merge(pullRequest.headCommit)).rejects.toMatchObject({ code: 'pull_request_moved' });
  expect(await origin.git('rev-parse', 'main')).toBe(pullRequest.baseCommit);
  const merged = await merge(await origin.git('rev-parse', 'change'));
  expect(merged.headCommit).toBe(await origin.git('rev-parse', 'change'));
});

test('a draft is not merged before it is marked as ready, and may be closed', async () => {
  const { projectId, number } = pullRequest;
  await database.db.updateTable('pull_request').set({ draft: true }).where('project_id', '=', projectId).execute();
  await expect(merge()).rejects.toMatchObject({ code: 'pull_request_draft', retryable: false });
  expect(await origin.git('rev-parse', 'main')).toBe(pullRequest.baseCommit);
  expect(await now()).toMatchObject({ state: 'open', draft: true });
  expect(await markReady(database.db, { projectId, number })).toMatchObject({ state: 'open', draft: false });
  expect(await merge()).toMatchObject({ state: 'merged', draft: false });
  await expect(markReady(database.db, { projectId, number })).rejects.toMatchObject({ code: 'pull_request_not_open' });
  await expect(markReady(database.db, { projectId, number: 9 })).rejects.toMatchObject({ code: 'not_found' });
});

test('a conflict leaves the pull request open and both branches where they are', async () => {
  const base = await origin.commit({ 'a.md': 'else\n' });
  await expect(merge()).rejects.toMatchObject({ code: 'merge_conflict', message: expect.stringContaining('a.md') });
  expect(await now()).toMatchObject({ state: 'open', mergeCommit: null });
  expect(await origin.git('rev-parse', 'main')).toBe(base);
});

test('a merge that was made before, by a process that died or by hand, is found and stored', async () => {
  await repository.fetch();
  const by = { name: 'Ann', email: 'ann@example.org' };
  const commit = await repository.mergeInto({
    base: 'main',
    head: pullRequest.headCommit,
    message: 'By hand',
    author: by,
    at: new Date(1_700_000_000_000),
  });
  const change = await readChange(repository, pullRequest);
  expect(change.files).toHaveLength(1);
  expect(await merge(pullRequest.headCommit)).toMatchObject({ state: 'merged', mergeCommit: commit });
  expect(await origin.git('rev-list', '--count', '--merges', 'main')).toBe('1');
});

test('closing leaves both branches where they are', async () => {
  expect(await close()).toMatchObject({ state: 'closed', endedBy: 'Bob', mergeCommit: null });
  expect(await origin.git('rev-parse', 'main', 'change')).toBe(`${pullRequest.baseCommit}\n${pullRequest.headCommit}`);
  await expect(close()).rejects.toMatchObject({
    code: 'pull_request_not_open',
    message: expect.stringContaining('Bob'),
  });
});
