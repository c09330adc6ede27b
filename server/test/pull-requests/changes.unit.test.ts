import { expect, test } from 'vitest';
import { openChangeCache } from '../../src/pull-requests/changes.ts';
import type { PullRequest } from '../../src/pull-requests/pull-request.ts';
import type { PullRequestRepository } from '../../src/pull-requests/repository.ts';

test('a page that is opened again asks git for neither the diff nor the merge base, until a branch moves', async () => {
  const asked: string[] = [];
  const heads: Record<string, string> = { main: 'a1', 'copydesk/one': 'b1' };
  const repository: PullRequestRepository = {
    fetch: async () => {},
    head: async (ref) => heads[ref],
    mergeBase: async (a, b) => {
      asked.push(`base ${a} ${b}`);
      return 'a1';
    },
    diff: async (from, to) => {
      asked.push(`diff ${from} ${to}`);
      return [];
    },
    commits: async () => [],
    fileAt: async () => undefined,
    mergeInto: async () => 'c1',
  };
  const changes = openChangeCache();
  const first = await changes.read(repository, pullRequest);
  expect(await changes.read(repository, pullRequest)).toBe(first);
  expect(asked).toEqual(['base a1 b1', 'diff a1 b1']);
  heads.main = 'a2';
  expect(await changes.read(repository, pullRequest)).toMatchObject({ baseCommit: 'a1', headCommit: 'b1' });
  expect(await changes.read(repository, { ...pullRequest, projectId: 'prj_two', number: 2 })).not.toBe(first);
  expect(asked.slice(2)).toEqual(['base a2 b1', 'base a2 b1', 'diff a1 b1']);
});

const pullRequest = {
  projectId: 'prj_one',
  number: 1,
  state: 'open',
  baseRef: 'main',
  headRef: 'copydesk/one',
  baseCommit: 'a1',
  headCommit: 'b1',
} as PullRequest;
