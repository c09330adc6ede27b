import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HostAccess } from '../../../src/code-hosts/access.ts';
import { github } from '../../../src/code-hosts/github/github.ts';
import { draftOf, githubAccess, tokenOf } from '../../support/hosts/github-access.ts';
import { refusals } from '../../support/hosts/github-faults.ts';
import type { GithubFault } from '../../support/hosts/github-faults.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { GithubStandIn } from '../../support/hosts/github.ts';
import { startTlsGitHost } from '../../support/tls-git-host.ts';

const now = new Date('2026-06-01T12:00:00Z');
const inTwentyMinutes = now.getTime() / 1000 + 1200;

let host: GithubStandIn;

beforeAll(async () => {
  host = await startGithub();
  host.accounts.set('ghp_secret', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  const repository = host.add('acme/docs');
  repository.roles.set('copydesk-bot', 'write');
  repository.heads.set('copydesk/job_1', 'b'.repeat(40));
  host.add('acme/renamed', { formerNames: ['acme/former'] }).roles.set('copydesk-bot', 'write');
});

afterEach(() => {
  host.rule = undefined;
});

afterAll(() => host[Symbol.asyncDispose]());

function open(change: Partial<HostAccess> = {}) {
  const access = githubAccess(host.apiUrl, { credential: tokenOf('ghp_secret'), now: () => now, ...change });
  return github.open(access);
}

interface Told {
  code: string;
  retryable: boolean;
  retryAfterSeconds?: number;
}

const never = { retryable: false };

test.each<[string, GithubFault, Told, RegExp]>([
  [
    'a token that is not good',
    refusals.badCredentials(),
    { code: 'code_host_unauthorized', ...never },
    /\(Bad credentials\).*Make a new one/u,
  ],
  [
    'a code for two factors',
    refusals.twoFactorCode(),
    { code: 'code_host_forbidden', ...never },
    /two-factor.*Create a token/u,
  ],
  [
    'two factors that an organisation asks for',
    refusals.twoFactorOrganisation(),
    { code: 'code_host_forbidden', ...never },
    /two-factor authentication.*Turn it on/u,
  ],
  [
    'single sign-on',
    refusals.saml(),
    { code: 'code_host_forbidden', ...never },
    /single sign-on.*https:\/\/github\.com\/orgs\/acme\/sso,/u,
  ],
  [
    'a permission of a fine-grained token',
    refusals.notAccessible('pull_requests=write; contents=read,issues=write'),
    { code: 'code_host_forbidden', ...never },
    /"Pull requests: read and write" or "Contents: read" with "Issues: read and write"/u,
  ],
  [
    'a list of allowed addresses',
    refusals.addressNotAllowed(),
    { code: 'code_host_forbidden', ...never },
    /the address of this machine/u,
  ],
  [
    'an archived repository',
    refusals.archived(),
    { code: 'repository_archived', ...never },
    /acme\/docs is archived.*Unarchive/u,
  ],
  [
    'a conversation that is locked',
    refusals.conversationLocked(),
    { code: 'pull_request_failed', ...never },
    /is locked at GitHub.*Unlock it/u,
  ],
  ['a blocked repository', refusals.blocked(), { code: 'code_host_forbidden', ...never }, /blocked acme\/docs/u],
  [
    'what is not there, or not to be seen',
    refusals.notFound(),
    { code: 'repository_not_found', ...never },
    /finds no acme\/docs/u,
  ],
  [
    'the primary limit',
    refusals.primaryLimit(inTwentyMinutes),
    { code: 'code_host_limited', retryable: true, retryAfterSeconds: 1201 },
    /requests per hour/u,
  ],
  [
    'the primary limit that has just ended',
    refusals.primaryLimit(now.getTime() / 1000 - 30),
    { code: 'code_host_limited', retryable: true, retryAfterSeconds: 1 },
    /per hour/u,
  ],
  [
    'the secondary limit',
    refusals.secondaryLimit(17),
    { code: 'code_host_limited', retryable: true, retryAfterSeconds: 17 },
    /secondary limit/u,
  ],
  [
    'the secondary limit without a time',
    refusals.secondaryLimit(undefined),
    { code: 'code_host_limited', retryable: true, retryAfterSeconds: 60 },
    /secondary limit/u,
  ],
  [
    'too many requests',
    { status: 429, body: { message: 'Too many requests' } },
    { code: 'code_host_limited', retryable: true, retryAfterSeconds: 60 },
    /secondary limit/u,
  ],
  ['an error of GitHub', refusals.broken(502), { code: 'code_host_unreachable', retryable: true }, /answers 502/u],
  [
    'maintenance',
    { status: 503, headers: { 'retry-after': '120' }, body: { message: 'Down' } },
    { code: 'code_host_unreachable', retryable: true, retryAfterSeconds: 120 },
    /503: Down/u,
  ],
  [
    'a limit that ends at a date',
    { status: 429, headers: { 'retry-after': 'Mon, 01 Jun 2026 12:02:00 GMT' }, body: {} },
    { code: 'code_host_limited', retryable: true, retryAfterSeconds: 120 },
    /about 120 seconds/u,
  ],
  [
    'a page for people in the place of an answer',
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
    { code: 'code_host_unreachable', retryable: true },
    /there is a proxy in between/u,
  ],
  ['a cut connection', 'cut', { code: 'code_host_unreachable', retryable: true }, /cannot be reached/u],
  ['half an answer', 'half-an-answer', { code: 'code_host_unreachable', retryable: true }, /./u],
  [
    'another page in its place',
    { status: 200, body: '<html>Sign in to the proxy</html>' },
    { code: 'code_host_unreachable', retryable: true },
    /something that GitHub does not/u,
  ],
  [
    'a redirect to elsewhere',
    { status: 302, headers: { location: 'https://elsewhere.example/' } },
    { code: 'code_host_unreachable', ...never },
    /redirect \(302\).*\/api\/v3/u,
  ],
])('%s is reported with advice', async (_, fault, reported, detail) => {
  host.rule = () => fault;
  const error = await open()
    .find('copydesk/job_1')
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(reported);
  expect(String(error)).toMatch(detail);
  expect(JSON.stringify(error)).not.toContain('ghp_secret');
  expect(String(error)).not.toContain('ghp_secret');
});

test('a silent host times out after the configured time', async () => {
  host.rule = () => 'silence';
  const asked = open({ timeoutMilliseconds: 50 }).find('copydesk/job_1');
  await expect(asked).rejects.toMatchObject({ code: 'code_host_unreachable', retryable: true });
  await expect(asked).rejects.toThrow(/within 0.05 seconds/u);
});

test('an unknown host is reported by its name', async () => {
  const gone = await startGithub();
  await gone[Symbol.asyncDispose]();
  const asked = open({ apiUrl: gone.apiUrl }).find('x');
  await expect(asked).rejects.toMatchObject({ code: 'code_host_unreachable', retryable: true });
  await expect(asked).rejects.toThrow(/GitHub \(127\.0\.0\.1:\d+\) cannot be reached: ECONNREFUSED/u);
});

test('an untrusted certificate is reported with advice, and may be retried', async () => {
  await using untrusted = await startTlsGitHost({});
  const asked = open({ apiUrl: `${untrusted.origin}/api/v3` }).find('x');
  await expect(asked).rejects.toMatchObject({ code: 'code_host_unreachable', retryable: true });
  await expect(asked).rejects.toThrow(/certificate of 127\.0\.0\.1:\d+ is not trusted .*NODE_EXTRA_CA_CERTS/u);
});

test('a moved repository is reported by its new name, and the credential is not sent elsewhere', async () => {
  const asked = open({ repository: 'acme/former' }).find('copydesk/job_1');
  await expect(asked).rejects.toMatchObject({ code: 'repository_moved', retryable: false });
  await expect(asked).rejects.toThrow(/acme\/former is acme\/renamed now. Run `copydesk project connect`/u);
  const writing = open({ repository: 'acme/former' }).comment({ number: 1, body: 'So.', mark: 'answer-1' });
  await expect(writing).rejects.toMatchObject({ code: 'repository_moved' });
});

test('a classic token without the scope that a private repository needs is reported', async () => {
  host.accounts.set('ghp_narrow', { login: 'copydesk-bot', type: 'User', scopes: 'read:org' });
  const asked = open({ credential: tokenOf('ghp_narrow') }).open(draftOf());
  await expect(asked).rejects.toMatchObject({ code: 'code_host_forbidden' });
  await expect(asked).rejects.toThrow(/has the scopes read:org, and needs repo/u);
});

test('a fine-grained token without the permission cannot open a pull request', async () => {
  host.accounts.set('github_pat_narrow', {
    login: 'copydesk-bot',
    type: 'User',
    permissions: { contents: 'write', pull_requests: 'read' },
  });
  const asked = open({ credential: tokenOf('github_pat_narrow') }).open(draftOf());
  await expect(asked).rejects.toMatchObject({ code: 'code_host_forbidden' });
  await expect(asked).rejects.toThrow(/It needs "Pull requests: read and write": add that to the token/u);
});

test('an account with read access is reported, although GitHub answers as if nothing existed', async () => {
  host.accounts.set('ghp_reader', { login: 'reader', type: 'User', scopes: 'repo' });
  host.repositories[0]?.roles.set('reader', 'read');
  const asked = open({ credential: tokenOf('ghp_reader') }).open(draftOf());
  await expect(asked).rejects.toMatchObject({ code: 'code_host_forbidden', retryable: false });
  await expect(asked).rejects.toThrow(/may read acme\/docs, but not write to it.*role Write/u);
});

test('a password is rejected before any request', () => {
  expect(() => open({ credential: { kind: 'password', username: 'me', password: 'secret' } })).toThrow(
    /accepts no passwords/u,
  );
});
