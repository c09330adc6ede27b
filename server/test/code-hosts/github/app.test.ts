import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostAccess } from '../../../src/code-hosts/access.ts';
import { github } from '../../../src/code-hosts/github/github.ts';
import { draftOf, githubAccess } from '../../support/hosts/github-access.ts';
import type { GithubApp } from '../../support/hosts/github-apps.ts';
import type { GithubRepository } from '../../support/hosts/github-state.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { GithubStandIn } from '../../support/hosts/github.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pkcs1 = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const pkcs8 = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let host: GithubStandIn;
let app: GithubApp;
let repository: GithubRepository;
/** Copydesk's clock, by which the age of tokens is measured. */
let now: Date;

beforeEach(async () => {
  now = new Date();
  host = await startGithub();
  app = {
    id: '77',
    slug: 'our-docs',
    publicKey,
    installationId: 5,
    permissions: { contents: 'write', pull_requests: 'write', administration: 'write' },
    suspendedAt: null,
    repositories: ['acme/docs'],
    made: 0,
  };
  host.app = app;
  repository = host.add('acme/docs');
  repository.heads.set('copydesk/job_1', 'b'.repeat(40));
});

afterEach(() => host[Symbol.asyncDispose]());

function access(change: Partial<HostAccess> = {}, privateKey = pkcs1): HostAccess {
  return githubAccess(host.apiUrl, { credential: { kind: 'app', appId: '77', privateKey }, now: () => now, ...change });
}

test('an installation is found by the repository, and its token has only the needed permissions, only for that repository', async () => {
  await github.open(access()).open(draftOf());
  const asked = host.requests.find(({ path }) => path === '/app/installations/5/access_tokens');
  expect(asked?.body).toEqual({
    repositories: ['docs'],
    permissions: { contents: 'write', pull_requests: 'write' },
  });
  expect(repository.pulls[0]?.author.login).toBe('our-docs[bot]');
});

test('read access to checks is requested if the installation has it, and no more', async () => {
  app.permissions = { contents: 'write', pull_requests: 'write', checks: 'write', statuses: 'read' };
  await github.open(access()).find('copydesk/job_1');
  const asked = host.requests.find(({ path }) => path === '/app/installations/5/access_tokens');
  expect(asked?.body.permissions).toEqual({
    contents: 'write',
    pull_requests: 'write',
    checks: 'read',
    statuses: 'read',
  });
});

test('git authenticates with the same token', async () => {
  const authorization = await github.gitAuthorization(access());
  const [user, token = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
  expect(user).toBe('x-access-token');
  expect(host.accounts.get(token)).toMatchObject({ permissions: { contents: 'write' }, repositories: ['docs'] });
});

test('a token that git was refused with is renewed, once', async () => {
  const refused = await github.gitAuthorization(access());
  expect(await github.gitAuthorization(access())).toBe(refused);
  expect(github.renewGitAuthorization?.(access(), refused)).toBe(true);
  expect(await github.gitAuthorization(access())).not.toBe(refused);
  expect(github.renewGitAuthorization?.(access(), refused)).toBe(false);
});

test('concurrent requests share one token, and a new one is made shortly before it expires', async () => {
  const hosts = Array.from({ length: 8 }, () => github.open(access()));
  await Promise.all(hosts.map((one) => one.find('copydesk/job_1')));
  expect(app.made).toBe(1);
  now = new Date(now.getTime() + 54 * 60_000);
  await github.open(access()).find('copydesk/job_1');
  expect(app.made).toBe(1);
  now = new Date(now.getTime() + 2 * 60_000);
  await Promise.all(hosts.map((one) => one.find('copydesk/job_1')));
  expect(app.made).toBe(2);
});

test('a revoked token is renewed, once', async () => {
  const opened = github.open(access());
  await opened.find('copydesk/job_1');
  host.accounts.clear();
  expect(await opened.find('copydesk/job_1')).toBeUndefined();
  expect(app.made).toBe(2);
  host.rule = ({ path }) =>
    path.endsWith('/pulls') ? { status: 401, body: { message: 'Bad credentials' } } : undefined;
  await expect(opened.find('copydesk/job_1')).rejects.toMatchObject({ code: 'code_host_unauthorized' });
  expect(app.made).toBe(3);
});

test.each([
  ['PKCS#8', pkcs8],
  ['with line breaks that were written out', pkcs1.replaceAll('\n', String.raw`\n`)],
  ['on one line', pkcs1.replaceAll('\n', ' ')],
])('a key is accepted as %s', async (_, key) => {
  expect(await github.open(access({}, key)).find('copydesk/job_1')).toBeUndefined();
});

test.each([
  ['no key at all', 'not a key'],
  ['the first line of one', '-----BEGIN RSA PRIVATE KEY-----'],
  [
    'a key of another kind',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
  ['a public key', publicKey],
])('%s is reported, and not quoted', async (_, key) => {
  const error = await github
    .open(access({}, key))
    .find('x')
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'code_host_unauthorized', retryable: false });
  expect(String(error)).toContain('not an RSA key in PEM');
  expect(String(error)).not.toContain('BEGIN');
  expect(host.requests).toEqual([]);
});

test('a key of another App is rejected', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' });
  const asked = github.open(access({}, String(other))).find('x');
  await expect(asked).rejects.toMatchObject({ code: 'code_host_unauthorized' });
  await expect(asked).rejects.toThrow(/GitHub App 77 .*could not be decoded.*clock/u);
});

test.each<[string, Partial<GithubApp>, string, RegExp]>([
  [
    'a suspended installation',
    { suspendedAt: '2026-01-01T00:00:00Z' },
    'code_host_forbidden',
    /suspended since 2026-01-01/u,
  ],
  [
    'a missing permission',
    { permissions: { contents: 'read', pull_requests: 'write' } },
    'code_host_forbidden',
    /lacks "Contents: read and write"\./u,
  ],
  [
    'several of them',
    { permissions: { issues: 'write' } },
    'code_host_forbidden',
    /lacks "Contents: read and write" and "Pull requests: read and write"/u,
  ],
  [
    'a repository without it',
    { repositories: ['acme/other'] },
    'repository_not_found',
    /the App is not installed there/u,
  ],
])('%s is reported', async (_, change, code, detail) => {
  Object.assign(app, change);
  const asked = github.open(access()).find('x');
  await expect(asked).rejects.toMatchObject({ code });
  await expect(asked).rejects.toThrow(detail);
  expect(app.made).toBe(0);
});

test('a review of a team is requested with the members permission, if the installation has it', async () => {
  app.permissions.members = 'read';
  repository.teams.add('writers');
  await github.open(access({ reviewers: ['acme/writers'] })).open(draftOf());
  const asked = host.requests.find(({ path }) => path === '/app/installations/5/access_tokens');
  expect(asked?.body.permissions).toEqual({ contents: 'write', pull_requests: 'write', members: 'read' });
  expect(repository.pulls[0]?.teams).toEqual(['writers']);
});

test('a fast clock of this machine is corrected', async () => {
  await using behind = await startGithub(() => new Date(Date.now() - 20 * 60_000));
  behind.app = app;
  behind.add('acme/docs');
  expect(await github.open(access({ apiUrl: behind.apiUrl })).find('x')).toBeUndefined();
  const asked = behind.requests.filter(({ path }) => path === '/repos/acme/docs/installation');
  // The first was refused; the second was signed for the time in the refusal.
  expect(asked).toHaveLength(2);
});

test('comments of the App’s account are recognised as its own', async () => {
  const opened = github.open(access());
  await opened.open(draftOf());
  await opened.comment({ number: 1, body: 'So.', mark: 'answer-1' });
  await opened.comment({ number: 1, body: 'So.', mark: 'answer-1' });
  expect(repository.comments).toMatchObject([{ author: { login: 'our-docs[bot]' } }]);
});

test('a moved repository is reported', async () => {
  repository.formerNames.push('acme/old');
  host.rule = ({ path }) =>
    path === '/repos/acme/old/installation'
      ? { status: 301, headers: { location: `${host.apiUrl}/repositories/${repository.id}/installation` } }
      : undefined;
  const asked = github.open(access({ repository: 'acme/old' })).find('x');
  await expect(asked).rejects.toMatchObject({ code: 'repository_moved', retryable: false });
});
