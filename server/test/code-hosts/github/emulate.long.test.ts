import { createEmulator } from 'emulate';
import type { Emulator } from 'emulate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { HostAccess, HostCredential } from '../../../src/code-hosts/access.ts';
import { github } from '../../../src/code-hosts/github/github.ts';
import { draftOf, githubAccess, tokenOf } from '../../support/hosts/github-access.ts';
import { startGithubContract } from '../../support/hosts/github-contract.ts';
import type { GithubContract } from '../../support/hosts/github-contract.ts';

/**
 * The happy path at a third party's stand-in for GitHub (`emulate`), behind prism, which accepts only what GitHub's own
 * OpenAPI description allows.
 */
let emulator: Emulator;
let contract: GithubContract;

beforeAll(async () => {
  emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { test_token_admin: { login: 'acme', scopes: ['repo', 'user'] } },
      github: {
        users: [{ login: 'acme' }, { login: 'ada' }, { login: 'eve' }],
        repos: [{ owner: 'acme', name: 'docs', auto_init: true, default_branch: 'main' }],
        apps: [
          {
            app_id: 12_345,
            slug: 'our-docs',
            name: 'Our docs',
            permissions: { contents: 'write', pull_requests: 'write', metadata: 'read', issues: 'write' },
            installations: [{ installation_id: 100, account: 'acme' }],
          },
        ],
      },
    },
  });
  contract = await startGithubContract(emulator.url);
});

beforeEach(() => emulator.reset());

afterAll(async () => {
  await contract[Symbol.asyncDispose]();
  await emulator.close();
});

function access(change: Partial<HostAccess> = {}): HostAccess {
  return githubAccess(contract.url, { credential: tokenOf('test_token_admin'), ...change });
}

test('a pull request is opened, found, followed up and read, without a second one', async () => {
  const host = github.open(access({ labels: ['docs', 'agent'], reviewers: ['ada'] }));
  expect(await host.find('copydesk/job_1')).toBeUndefined();

  const opened = await host.open(draftOf());
  expect(opened).toMatchObject({ number: 1, state: 'open', headRef: 'copydesk/job_1', baseRef: 'main' });
  expect(await host.find('copydesk/job_1')).toEqual(opened);
  expect(await host.read(1)).toEqual(opened);
  expect(await host.read(99)).toBeUndefined();

  const again = await host.open(draftOf());
  expect(again.number).toBe(1);
  await host.update(1, draftOf({ headCommit: 'c'.repeat(40), description: 'The port is 8080.' }));
  await host.update(1, draftOf({ headCommit: 'c'.repeat(40), description: 'The port is 8080.' }));

  const pull = await at('/repos/acme/docs/pulls/1');
  expect(pull).toMatchObject({ draft: false, labels: [{ name: 'docs' }, { name: 'agent' }] });
  expect(pull).toMatchObject({ requested_reviewers: [{ login: 'ada' }] });
  expect(await at('/repos/acme/docs/issues/1/comments')).toMatchObject([
    { body: `The port is 8080.\n\n<!-- copydesk:follow-up-${'c'.repeat(40)} -->` },
  ]);
  expect(await at('/repos/acme/docs/pulls?state=all')).toHaveLength(1);
});

test('a draft is opened where the project wants one', async () => {
  await github.open(access({ draft: true })).open(draftOf());
  expect(await at('/repos/acme/docs/pulls/1')).toMatchObject({ draft: true });
});

test('a merge is reported by the state and by the changes since a time', async () => {
  const host = github.open(access());
  const since = new Date();
  const opened = await host.open(draftOf());
  await at('/repos/acme/docs/issues/1/comments', { body: '@copydesk name the host, too' });
  await at('/repos/acme/docs/pulls/1/merge', {}, 'PUT');
  const mergeCommit = expect.stringMatching(/^[0-9a-f]{40}$/);
  expect(await host.read(1)).toEqual({ ...opened, state: 'merged', mergeCommit });
  const events = await host.changesSince(since);
  expect(events).toContainEqual({ kind: 'ended', number: 1, state: 'merged' });
  expect(events.filter(({ kind }) => kind === 'comment')).toMatchObject([
    { comment: { number: 1, author: 'acme', isBot: false, body: '@copydesk name the host, too', thread: null } },
  ]);
  await expect(host.update(1, draftOf())).rejects.toMatchObject({ code: 'pull_request_not_open' });
});

test('a comment is posted once, in its thread where there is one', async () => {
  const host = github.open(access());
  await host.open(draftOf());
  const draft = { number: 1, body: 'Done.', mark: 'answer-1' };
  await host.comment(draft);
  await host.comment(draft);
  expect(await at('/repos/acme/docs/issues/1/comments')).toHaveLength(1);
});

test('check runs are reported', async () => {
  const commit = await headOf('main');
  await at('/repos/acme/docs/check-runs', {
    name: 'links',
    head_sha: commit,
    status: 'completed',
    conclusion: 'failure',
    output: { title: '2 links are broken', summary: 'docs/a.md' },
  });
  expect((await github.open(access()).checksOf(commit)).checks).toMatchObject([
    { name: 'links', state: 'failed', summary: '2 links are broken. docs/a.md' },
  ]);
});

test('who may push is reported by the role', async () => {
  const host = github.open(access());
  expect(await host.mayWrite('acme')).toBe(true);
  expect(await host.mayWrite('eve')).toBe(false);
  expect(await host.mayWrite('nobody-of-that-name')).toBe(false);
});

test('an App opens a pull request by a token of its installation', async () => {
  const host = github.open(access({ credential: appCredential() }));
  expect(await host.open(draftOf())).toMatchObject({ number: 1, state: 'open' });
  expect(await github.gitAuthorization(access({ credential: appCredential() }))).toMatch(/^Basic /u);
});

test.each([
  ['a token', () => access()],
  ['an App', () => access({ credential: appCredential() })],
])('with %s, the check finds all that is needed, and leaves nothing behind', async (_, prepare) => {
  const checks = await github.open({ ...prepare(), labels: ['docs'] }).check();
  // It supports neither statuses nor deployments.
  expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ name: 'checks', isAdvice: true }]);
  expect(await at('/repos/acme/docs/pulls?state=all')).toEqual([]);
  expect(await at('/repos/acme/docs/branches')).toMatchObject([{ name: 'main' }]);
});

async function headOf(branch: string): Promise<string> {
  const shape = z.object({ commit: z.object({ sha: z.string() }) });
  return shape.parse(await at(`/repos/acme/docs/branches/${branch}`)).commit.sha;
}

function appCredential(): HostCredential {
  const secret = emulator.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key');
  return { kind: 'app', appId: '12345', privateKey: secret?.value ?? '' };
}

/** Sends a request to the emulator itself, to see what a person at its page would see. */
async function at(path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<unknown> {
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: 'token test_token_admin', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await response.json();
}
