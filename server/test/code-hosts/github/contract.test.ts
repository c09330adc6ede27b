import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { github } from '../../../src/code-hosts/github/github.ts';
import { draftOf, githubAccess } from '../../support/hosts/github-access.ts';
import { checkRun } from '../../support/hosts/github-automation.ts';
import { startGithubContract } from '../../support/hosts/github-contract.ts';
import type { GithubContract } from '../../support/hosts/github-contract.ts';
import { refusals } from '../../support/hosts/github-faults.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { GithubStandIn } from '../../support/hosts/github.ts';

const ofChecks = { checks: 'read', statuses: 'read', actions: 'read', deployments: 'read' } as const;

let host: GithubStandIn;
let contract: GithubContract;

beforeEach(async () => {
  host = await startGithub();
  contract = await startGithubContract(new URL(host.apiUrl).origin);
});

afterEach(async () => {
  await contract[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

test('every request is valid by the OpenAPI description of GitHub, and every operation exists', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  host.app = {
    id: '77',
    slug: 'our-docs',
    publicKey,
    installationId: 5,
    permissions: { contents: 'write', pull_requests: 'write', members: 'read', ...ofChecks },
    suspendedAt: null,
    repositories: ['acme/docs'],
    made: 0,
  };
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  const repository = host.add('acme/docs', { teams: new Set(['writers']) });
  repository.roles.set('copydesk-bot', 'write').set('ada', 'write');
  repository.heads.set('copydesk/job_1', 'b'.repeat(40));
  repository.rules.push({ prefix: 'copydesk/', type: 'creation', ruleset_id: 9, bypass: 'always' });
  repository.automation.runs.push(
    checkRun({ id: 8 }),
    checkRun({ id: 9, app: { slug: 'links' }, annotations: [{ path: 'a.md', start_line: 1 }] }),
  );
  repository.automation.deployments.push({ id: 6, sha: 'b'.repeat(40), environment: 'preview', statuses: [] });
  const settings = { labels: ['docs'], reviewers: ['ada', 'acme/writers'], draft: true };

  for (const credential of [
    { kind: 'token' as const, token: 'ghp_test' },
    { kind: 'app' as const, appId: '77', privateKey },
    { kind: 'app' as const, appId: '77', privateKey, installationId: 5 },
  ]) {
    const opened = github.open(githubAccess(contract.url, { credential, ...settings }));
    const { number } = await opened.open(draftOf());
    await opened.update(number, draftOf({ headCommit: 'c'.repeat(40) }));
    expect(await opened.read(number)).toMatchObject({ state: 'open' });
    const remark = await host.say(repository, { number, body: 'Why?', kind: 'review-comment', path: 'docs/a.md' });
    await opened.comment({ number, body: 'So.', mark: `answer-${remark.id}`, thread: `review-comment-${remark.id}` });
    await opened.changesSince(new Date(Date.now() - 60_000));
    expect(await opened.mayWrite('ada')).toBe(true);
    expect((await opened.checksOf('b'.repeat(40))).checks).toHaveLength(2);
    for (const id of [8, 9]) await opened.logOf('b'.repeat(40), `check-run ${id}`, 1000);
    host.rule = ({ path }) => (path.includes('check-runs') ? refusals.notAccessible('checks=read') : undefined);
    expect((await opened.checksOf('b'.repeat(40))).checks).toHaveLength(1);
    await opened.logOf('b'.repeat(40), 'check-run 8', 1000);
    host.rule = undefined;
    expect((await opened.check()).filter(({ ok }) => !ok)).toEqual([]);
  }

  const pull = repository.pulls.at(0);
  if (pull !== undefined) pull.draft = false;
  const number = pull?.number ?? 0;
  const access = githubAccess(contract.url);
  const merging = github.open(access);
  const judged = await merging.mergeStanding(number, new Date(0));
  expect(judged).toMatchObject({ isDraft: false, openThreads: 3, isOwnMerge: false });
  expect(await merging.merge({ number, headCommit: 'd'.repeat(40) })).toEqual({ kind: 'moved' });
  const headCommit = judged?.pullRequest.headCommit ?? '';
  expect(await merging.merge({ number, headCommit })).toEqual({ kind: 'merged' });
  expect(await github.pullRequestOf(access, pull?.mergeCommit ?? '')).toMatchObject({ number });

  // The proxy forwards valid requests only, so that what has arrived here is all that it accepted.
  const asked = new Set(host.requests.map(({ method, path }) => `${method} ${path}`));
  const described = await operations();
  expect(described.length).toBeGreaterThan(20);
  const inVain = described.filter(
    ({ method, pattern }) =>
      ![...asked].some((one) => one.startsWith(`${method} `) && pattern.test(one.slice(method.length + 1))),
  );
  expect(inVain.map(({ name }) => name)).toEqual([]);
});

test.each([
  ['a body without what is required', 'POST', '/repos/acme/docs/pulls', { title: 'no head' }, /head/u],
  ['a field of another type', 'POST', '/repos/acme/docs/issues/1/comments', { body: 7 }, /string/u],
  [
    'a parameter that is not among those allowed',
    'GET',
    '/repos/acme/docs/pulls?state=everything',
    undefined,
    /state/u,
  ],
  ['a path that is none', 'GET', '/repos/acme/docs/pull-requests', undefined, /ROUTE|No .*matched|path/iu],
])('%s is rejected', async (_, method, path, body, fault) => {
  const response = await fetch(`${contract.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(false);
  expect(await response.text()).toMatch(fault);
  expect(host.requests).toEqual([]);
});

async function operations(): Promise<{ method: string; pattern: RegExp; name: string }[]> {
  const file = new URL('../../support/hosts/github-openapi.json', import.meta.url);
  const shape = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
  const { paths } = shape.parse(JSON.parse(await readFile(file, 'utf8')));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((key) => {
      const method = key.toUpperCase();
      const last = /\{(?:branch|ref)\}$/u.test(path) ? '.+' : '[^/]+';
      const pattern = new RegExp(`^${path.replaceAll(/\{[^}]+\}$/gu, last).replaceAll(/\{[^}]+\}/gu, '[^/]+')}$`, 'u');
      return { method, pattern, name: `${method} ${path}` };
    }),
  );
}
