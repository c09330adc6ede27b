import { describe, expect, test } from 'vitest';
import { linkOf } from '../../src/hosts/code-host-client.ts';
import type { HostedPullRequest } from '../../src/hosts/code-host.ts';
import { pagePath, pageText } from '../../src/hosts/writer.ts';
import { brokenDelivery, brokenOutside } from '../../src/rules/delivery.ts';
import type { Outside } from '../../src/rules/delivery.ts';
import { facts, row } from './facts.ts';

const branch = 'copydesk/job_1';
const edits = ['call-1', 'call-2', 'call-3'].map((call, index) => ({ call, path: pagePath('k1', index) }));

const completed = facts({
  row: row({ status: 'completed', prLink: linkOf(1), branchHead: 'c1' }),
  steps: edits.map(({ call }, index) => ({ number: index + 1, turn: 1, call, edit: true, helped: [] })),
  deliveries: [{ number: 1, turn: 1, branch, commit: 'c1', pullRequest: 1, finished: true }],
});

function pullRequest(number: number, change: Partial<HostedPullRequest> = {}): HostedPullRequest {
  const fields = { project: 'prj_1', job: 'job_1', baseRef: 'main', title: 'Edit', headCommit: 'c1', openedWith: 'c1' };
  return { number, headRef: branch, state: 'open', openedAs: number, ...fields, ...change };
}

function outside(change: Partial<Outside> = {}): Outside {
  return {
    pullRequests: [pullRequest(1)],
    linkOf,
    branches: new Map([[branch, 'c1']]),
    contains: () => Promise.resolve(true),
    file: (_, path) => Promise.resolve(pageText('k1', edits, path)),
    ...change,
  };
}

describe('the git host and the code host', () => {
  test('have one branch and one pull request', () => {
    expect(brokenOutside(completed, outside())).toEqual([]);
  });

  test('must not have a second pull request of a branch, open or ended', () => {
    for (const state of ['open', 'closed', 'merged'] as const) {
      const pullRequests = [pullRequest(1, { state }), pullRequest(2)];
      expect(brokenOutside(completed, outside({ pullRequests }))).not.toEqual([]);
    }
  });

  test('may have a second pull request of a branch if the first ended before it had the commit', () => {
    const isBroken = (['merged', 'closed', 'open'] as const).map((state) => {
      const pullRequests = [pullRequest(1, { state, headCommit: 'c0', openedWith: 'c0' }), pullRequest(2)];
      return brokenOutside(completed, outside({ pullRequests })).length > 0;
    });
    expect(isBroken).toEqual([false, false, true]);
  });

  test('must not have a branch without an intent, or a pull request without a branch', () => {
    expect(brokenOutside(facts({}), outside({ pullRequests: [] }))).toHaveLength(1);
    expect(brokenOutside(completed, outside({ branches: new Map() }))).toHaveLength(1);
  });

  test('must not have two open pull requests of one job', () => {
    const second = `${branch}-2`;
    const two = facts({
      deliveries: [...completed.deliveries, { ...completed.deliveries[0]!, number: 2, branch: second }],
    });
    const branches = new Map([
      [branch, 'c1'],
      [second, 'c2'],
    ]);
    const pullRequests = [pullRequest(1), pullRequest(2, { headRef: second })];
    expect(brokenOutside(two, outside({ branches, pullRequests }))).toHaveLength(1);
    const ended = [pullRequest(1, { state: 'merged' }), pullRequest(2, { headRef: second })];
    expect(brokenOutside(two, outside({ branches, pullRequests: ended }))).toEqual([]);
  });
});

describe('a completed job', () => {
  test('is delivered', async () => {
    expect(await brokenDelivery(completed, 'k1', outside())).toEqual([]);
  });

  test('has its pull request at the code host', async () => {
    expect(await brokenDelivery(completed, 'k1', outside({ pullRequests: [] }))).toHaveLength(1);
  });

  test('has its commit on the branch', async () => {
    const without = outside({ contains: () => Promise.resolve(false) });
    expect(await brokenDelivery(completed, 'k1', without)).toHaveLength(1);
  });

  test('has a finished delivery, which is the recorded one', async () => {
    const unfinished = {
      ...completed,
      deliveries: completed.deliveries.map((entry) => ({ ...entry, finished: false })),
    };
    expect(await brokenDelivery(unfinished, 'k1', outside())).toHaveLength(1);
    const other = { ...completed, row: { ...completed.row, branchHead: 'c0' } };
    expect(await brokenDelivery(other, 'k1', outside())).toHaveLength(1);
  });

  test('has the pages that its steps wrote', async () => {
    const lost = outside({ file: (_, path) => Promise.resolve(pageText('k1', edits.slice(0, 2), path)) });
    expect(await brokenDelivery(completed, 'k1', lost)).toHaveLength(1);
  });

  test('has written nothing if it has no link', async () => {
    const silent = { ...completed, row: { ...completed.row, prLink: null } };
    expect(await brokenDelivery(silent, 'k1', outside())).toHaveLength(1);
    expect(await brokenDelivery({ ...silent, steps: [] }, 'k1', outside())).toEqual([]);
    const merged = outside({ pullRequests: [pullRequest(1, { state: 'merged' })] });
    expect(await brokenDelivery(silent, 'k1', merged)).toEqual([]);
  });
});
