import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { testFolder, testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import type { GithubRepository } from '../support/hosts/github-state.ts';
import { startGithub } from '../support/hosts/github.ts';
import type { GithubStandIn } from '../support/hosts/github.ts';
import { startTlsGitHost } from '../support/tls-git-host.ts';
import type { TlsGitHost } from '../support/tls-git-host.ts';
import { runCommand, type Outcome } from './run-command.ts';

/** A GitHub Enterprise whose API and git have one address; nobody has said what kind of host it is. */
const stack = new AsyncDisposableStack();
let bare: TestRepository;
let git: TlsGitHost;
let github: GithubStandIn;
let repository: GithubRepository;
let env: Record<string, string>;
let keyFile: string;

const token = 'ghp_0123456789abcdefghijklmnop9Zq4';

beforeAll(async () => {
  bare = stack.use(await testRepository({ bare: true }));
  await bare.commit({ 'index.md': '# Start\n' });
  git = stack.use(await startTlsGitHost({ 'acme/docs': bare.path }));
  const database = stack.use(await testDatabase());
  const folder = stack.use(await testFolder());
  keyFile = path.join(folder.path, 'app.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(keyFile, privateKey.export({ type: 'pkcs1', format: 'pem' }));
  env = {
    COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
    DATABASE_URL: database.url,
    COPYDESK_LOG_LEVEL: 'warn',
    GIT_SSL_CAINFO: git.certificateFile,
    NODE_EXTRA_CA_CERTS: git.certificateFile,
  };
});
beforeEach(async () => {
  github = await startGithub();
  github.apiUrl = `${git.origin}/api/v3`;
  git.other = (request, response) => github.handle(request, response);
  git.tokens = new Set([token]);
  github.accounts.set(token, { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  repository = github.add('acme/docs', { gitDirectory: bare.gitDirectory });
  repository.roles.set('copydesk-bot', 'write');
  return async () => await github[Symbol.asyncDispose]();
});
afterAll(() => stack.disposeAsync());

async function connect(argv: string[] = ['--token-from', '-'], input = token): Promise<Outcome> {
  const words = argv.map((word) => word.replace('ORIGIN', git.origin));
  const outcome = await runCommand(['project', 'connect', git.url('acme/docs'), ...words], { env, input });
  expect(outcome.out + outcome.err).not.toContain(input);
  return outcome;
}

test.each<[string, () => void, RegExp, string[]?, string?]>([
  [
    'a token of another host',
    () => {},
    /✗ token: GitHub does not accept the token/,
    undefined,
    'glpat-of-another-host',
  ],
  [
    'a token without pull requests',
    () => {
      const permissions = { contents: 'write' as const };
      github.accounts.set(token, { login: 'copydesk-bot', type: 'User', permissions });
    },
    /✗ open pull requests: .*Pull requests: read and write.*✓ git: push a branch/s,
  ],
  [
    'a repository that was renamed',
    () => {
      Object.assign(repository, { name: 'acme/handbook', formerNames: ['acme/docs'] });
    },
    /✗ repository: .*acme\/handbook/s,
  ],
  [
    'an archived repository',
    () => {
      repository.archived = true;
    },
    /✗ repository: .*archived/s,
  ],
  [
    'another kind of host',
    () => {},
    /✗ address of the API: .* answers as github does, not as gitlab\. Give --host github/,
    ['--host', 'gitlab', '--token-from', '-'],
  ],
  [
    'another base address',
    () => {},
    /✗ address of the API: The API is at .*\/api\/v3, not at .*\/api\/v9/,
    ['--host', 'github', '--api-url', 'ORIGIN/api/v9', '--token-from', '-'],
  ],
])('%s is reported, and nothing is stored', async (_, arrange, says, argv, input) => {
  arrange();
  const outcome = await connect(argv, input);
  expect(outcome).toMatchObject({ code: 1, out: expect.stringMatching(says) });
  expect(outcome.out).toContain('nothing was stored');
});

test('an App that is not installed is reported', async () => {
  const publicKey = 'of another';
  github.app = {
    id: '1234',
    slug: 'our-docs',
    publicKey,
    installationId: 7,
    permissions: { contents: 'write', pull_requests: 'write' },
    suspendedAt: null,
    repositories: [],
    made: 0,
  };
  const outcome = await connect(['--app-id', '1234', '--private-key-from', keyFile], 'unused input');
  expect(outcome).toMatchObject({ code: 1, out: expect.stringMatching(/✗ /) });
  expect(outcome.out).not.toContain('PRIVATE KEY');
});

test('a successful connection reports the webhook once, and leaves no branch', async () => {
  const made = await connect();
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/^GitHub: acme\/docs, API https:\/\/127\.0\.0\.1:\d+\/api\/v3\n/);
  expect(made.out).not.toContain('✗');
  expect(made.out).toMatch(/\/v1\/code-host\/prj_\w{22}\/webhook/);
  expect(made.out).toMatch(/secret +[0-9a-f]{64}\n/);
  expect(made.out).toContain('can be reached only from this machine or network');
  expect(await bare.git('branch', '--list', 'copydesk/*')).toBe('');
  const again = await runCommand(['project', 'connect', 'docs', '--check'], { env });
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Everything that is needed works.') });
  expect(again.out).not.toMatch(/[0-9a-f]{64}/);
});

test('a reviewer who cannot be asked is reported, and does not prevent the storing of a new token', async () => {
  const next = `${token}next`;
  const reviewed = [git.url('acme/docs'), '--name', 'Reviewed', '--token-from', '-'];
  const account = { login: 'copydesk-bot', type: 'User' as const, scopes: 'repo' };
  github.accounts.set(next, account);
  git.tokens = new Set([token, next]);
  for (const input of [token, next]) {
    const reported = await runCommand(['project', 'connect', ...reviewed, '--reviewer', 'nobody'], { env, input });
    expect(reported).toMatchObject({ code: 0, out: expect.stringMatching(/! reviewers: nobody cannot be asked/) });
    expect(reported.out).toMatch(new RegExp(`credential +token …${input.slice(-4)}`));
  }
  const again = await runCommand(['project', 'connect', 'Reviewed', '--check', '--json'], { env });
  expect(again.code).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({
    ok: true,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'reviewers', ok: false, isAdvice: true })]),
  });
});
