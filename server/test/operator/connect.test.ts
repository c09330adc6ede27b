import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { testRepository, type TestRepository } from '../support/git-repository.ts';
import { anyPort } from '../support/server-process.ts';
import { startTlsGitHost, type TlsGitHost } from '../support/tls-git-host.ts';
import { runCommand } from './run-command.ts';

const stack = new AsyncDisposableStack();
let repository: TestRepository;
let host: TlsGitHost;
let database: TestDatabase;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  repository = stack.use(await testRepository({ bare: true }));
  await repository.commit({ 'docs/index.md': '# Start\n' });
  const data = stack.use(await testRepository());
  folder = data.path;
  host = stack.use(await startTlsGitHost({ 'acme/docs.git': repository.path }));
  database = stack.use(await testDatabase());
  env = {
    COPYDESK_DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.url,
    COPYDESK_LOG_LEVEL: 'warn',
  };
});
afterAll(() => stack.disposeAsync());

const token = `tok_${'k'.repeat(8)}4f7a19c2`;

beforeEach(() => {
  host.tokens = new Set([token]);
  host.readOnly.clear();
  host.rule = undefined;
  host.other = undefined;
  vi.stubEnv('GIT_SSL_CAINFO', host.certificateFile);
});
afterEach(() => vi.unstubAllEnvs());

type RunOptions = { token?: string; env?: Record<string, string> };

async function connect(argv: string[], options: RunOptions = {}) {
  return await project(['connect', ...argv], options);
}

async function project(argv: string[], options: RunOptions = {}) {
  const outcome = await runCommand(['project', ...argv], { env: { ...env, ...options.env }, input: options.token });
  expect(outcome.out + outcome.err).not.toContain(token);
  return outcome;
}

const url = (name = 'acme/docs.git'): string => host.url(name);
const asGit = ['--host', 'git', '--token-from', '-'];

describe('a git server alone', () => {
  test('is connected after a check, whose branch is removed again', async () => {
    const made = await connect([url(), ...asGit, '--name', 'Alone'], { token });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/✓ git: read the branches/);
    expect(made.out).toMatch(/✓ git: push a branch: copydesk\/check-/);
    expect(made.out).toMatch(/✓ git: take the branch away/);
    expect(made.out).toContain('The project Alone is connected');
    expect(await repository.git('branch', '--list', 'copydesk/*')).toBe('');
    const again = await connect(['Alone', '--check']);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Everything that is needed works.') });
  });

  test('an expired stored token is reported, and can be replaced', async () => {
    await connect([url(), ...asGit, '--name', 'Expiring'], { token });
    host.tokens.clear();
    const expired = await connect(['Expiring']);
    expect(expired).toMatchObject({ code: 1, out: expect.stringMatching(/✗ git: read the branches: .*credentials/) });
    host.tokens.add(`${token}-new`);
    const replaced = await connect(['Expiring', '--token-from', '-'], { token: `${token}-new` });
    expect(replaced).toMatchObject({ code: 0, out: expect.stringContaining('is connected') });
  });

  test('is not stored when something is missing, except with --force', async () => {
    host.tokens.clear();
    host.readOnly.add(token);
    const argv = [url(), ...asGit, '--name', 'Forced'];
    const refused = await connect(argv, { token });
    expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/✗ git: push a branch: .*write/s) });
    expect(refused.out).toContain('nothing was stored');
    expect((await runCommand(['project', 'list', '--json'], { env })).out).not.toContain('Forced');
    const forced = await connect([...argv, '--force'], { token });
    expect(forced).toMatchObject({ code: 1, out: expect.stringContaining('The project Forced is connected') });
  });

  test('reports that the branch of the check could not be deleted', async () => {
    await repository.git('config', 'receive.denyDeletes', 'true');
    const made = await connect([url(), ...asGit, '--name', 'Sticky'], { token });
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(/could not be done; delete copydesk\/check-\w+ yourself/),
    });
    await repository.git('config', '--unset', 'receive.denyDeletes');
    const branch = (await repository.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/copydesk')).trim();
    await repository.git('branch', '-D', branch);
  });
});

describe('an error is reported with what to do:', () => {
  const wrong: [string, string[], () => void, RegExp][] = [
    ['a wrong token', [], () => host.tokens.clear(), /✗ git: read the branches: .*credentials/],
    ['a wrong name', ['acme/dosc.git'], () => {}, /✗ .*no git repository|✗ .*Repository not found/i],
    [
      'an archived repository',
      [],
      () => {
        host.rule = ({ service }) =>
          service === 'git-receive-pack'
            ? { status: 403, text: 'This repository was archived so it is read-only.' }
            : undefined;
      },
      /✗ git: push a branch: .*archived.*Unarchive/s,
    ],
    [
      'single sign-on',
      [],
      () => {
        host.rule = () => ({ status: 403, text: "The 'acme' organization has enabled or enforced SAML SSO." });
      },
      /✗ .*SAML SSO.*Configure SSO/s,
    ],
    [
      'two-factor authentication',
      [],
      () => {
        host.rule = () => ({ status: 403, text: 'Organization requires two-factor authentication.' });
      },
      /✗ .*Turn on two-factor authentication/s,
    ],
    [
      'a renamed repository',
      [],
      () => {
        host.rule = () => ({ status: 301, headers: { location: '/acme/handbook.git' } });
      },
      /✗ .*renamed or moved/s,
    ],
  ];
  test.each(wrong)('%s', async (_, [name], arrange, says) => {
    arrange();
    const outcome = await connect([url(name), ...asGit, '--name', 'Wrong'], { token });
    expect(outcome).toMatchObject({ code: 1, out: expect.stringMatching(says) });
  });

  test('a rule that protects the branches of Copydesk', async () => {
    const hook = path.join(repository.gitDirectory, 'hooks', 'pre-receive');
    const words = 'GitLab: You are not allowed to create protected branches on this project.';
    await writeFile(hook, `#!/bin/sh\necho "${words}" >&2\nexit 1\n`, { mode: 0o755 });
    const outcome = await connect([url(), ...asGit, '--name', 'Wrong'], { token });
    await rm(hook);
    expect(outcome).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /✗ git: push a branch: .*not allowed to create protected branches.*begin with copydesk\//s,
      ),
    });
  });

  test('a base branch that does not exist', async () => {
    const outcome = await connect([url(), ...asGit, '--name', 'Wrong', '--ref', 'trunk'], { token });
    expect(outcome).toMatchObject({
      code: 1,
      out: expect.stringMatching(/✗ git: base branch: there is no branch "trunk".*main/),
    });
  });

  test('a certificate that is not trusted', async () => {
    vi.stubEnv('GIT_SSL_CAINFO', undefined);
    const asked = await connect([url(), '--token-from', '-', '--name', 'Wrong'], { token });
    expect(asked).toMatchObject({
      code: 1,
      err: expect.stringMatching(/certificate is not trusted.*NODE_EXTRA_CA_CERTS/s),
    });
    const reported = await connect([url(), ...asGit, '--name', 'Wrong'], { token });
    expect(reported).toMatchObject({
      code: 1,
      out: expect.stringMatching(/✗ .*certificate is not trusted.*GIT_SSL_CAINFO/s),
    });
  });

  test.each([
    ['git@github.com:acme/docs.git', /SSH.*https:\/\/github\.com\/acme\/docs\.git/],
    ['ssh://git@git.example.com:2222/acme/docs.git', /SSH.*https:\/\/git\.example\.com\/acme\/docs\.git/],
    ['https://user:hunter2@github.com/acme/docs', /contains a credential.*Replace/],
    ['https://github.com/acme', /an owner and a name/],
    ['ftp://example.com/a/b', /not an https address/],
    ['Nowhere', /no project with the id or name "Nowhere"/],
    ['https://nowhere.invalid/acme/docs', /host name is not known/],
  ])('the address %s', async (address, says) => {
    const outcome = await connect([address, '--token-from', '-'], { token });
    expect(outcome).toMatchObject({ code: address === 'Nowhere' ? 3 : 1, out: '', err: expect.stringMatching(says) });
    expect(outcome.err).not.toContain('hunter2');
  });

  test('an unreachable host', async () => {
    const address = `http://127.0.0.1:${await anyPort()}/acme/docs`;
    const asked = await connect([address, '--token-from', '-'], { token });
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('refuses connections') });
    const reported = await connect([address, ...asGit, '--name', 'Wrong'], { token });
    expect(reported).toMatchObject({ code: 1, out: expect.stringMatching(/✗ .*refuses connections/) });
  });

  test('an unknown host', async () => {
    await using api = await startApi((_request, response) => response.writeHead(200).end('<h1>Welcome</h1>'));
    const outcome = await connect([`${api.origin}/acme/docs`, '--token-from', '-'], { token });
    expect(outcome).toMatchObject({ code: 1, err: expect.stringMatching(/neither as GitHub.*--host/s) });
  });
});

describe('a secret on the command line', () => {
  test.each([
    [['--token', 'ghp_0123456789abcdefghij']],
    [['--token=ghp_0123456789abcdefghij']],
    [['--password', 'ghp_0123456789abcdefghij']],
    [['ghp_0123456789abcdefghij']],
  ])('is refused and not repeated: %j', async (extra) => {
    const outcome = await connect([url(), ...extra]);
    expect(outcome).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/command line.*--token-from/s) });
    expect(outcome.err).not.toContain('ghp_');
  });
});

describe('without a terminal', () => {
  test('a missing credential is reported, and the command does not wait for one', async () => {
    const outcome = await connect([url(), '--host', 'git', '--name', 'Unasked']);
    expect(outcome).toMatchObject({ code: 1, err: expect.stringMatching(/missing.*--token-from/s) });
  });

  test('the credential comes from the environment or a file', async () => {
    const fromEnvironment = await connect([url(), '--host', 'git', '--name', 'By environment'], {
      env: { COPYDESK_TOKEN: token },
    });
    expect(fromEnvironment).toMatchObject({ code: 0, err: '' });
    const file = path.join(folder, 'token.txt');
    await writeFile(file, `${token}\n`);
    const json = await connect(['By environment', '--token-from', file, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      ok: true,
      stored: true,
      host: 'git',
      connection: { credentialKind: 'password', hint: 'git', draft: false },
    });
  });
});

test('settings change one by one, a webhook secret is created again, and a project is disconnected', async () => {
  await connect([url(), ...asGit, '--name', 'Settled'], { token });
  const changed = await connect([
    'Settled',
    '--draft',
    '--label',
    'docs',
    '--label',
    'bot',
    '--mention',
    '@desk',
    '--json',
  ]);
  expect(JSON.parse(changed.out)).toMatchObject({
    connection: { draft: true, labels: ['docs', 'bot'], mention: 'desk' },
  });
  const back = await connect(['Settled', '--no-draft', '--no-label', '--json']);
  expect(JSON.parse(back.out)).toMatchObject({ connection: { draft: false, labels: [], mention: 'desk' } });
  const secret = await connect(['Settled', '--new-webhook-secret']);
  expect(secret.out).toMatch(/^[0-9a-f]{64}\n$/);
  expect((await connect(['Settled', '--disconnect'])).out).toContain('Disconnected the project Settled');
  expect((await connect(['Settled', '--disconnect'])).out).toContain('was not connected');
});

test('a project shows how it is connected, and no secret', async () => {
  await connect([url(), ...asGit, '--name', 'Shown', '--label', 'docs', '--mention', 'desk'], { token });
  const shown = await project(['show', 'Shown']);
  expect(shown.out).toMatch(/Connected with:\n +host +git\n +repository +acme\/docs.git\n +credential +password git\n/);
  expect(shown.out).toMatch(/labels +docs\n +reviewers +none\n/);
  const connection = { host: 'git', mention: 'desk', draft: false, labels: ['docs'], reviewers: [] };
  const asJson = await project(['show', 'Shown', '--json']);
  expect(JSON.parse(asJson.out)).toMatchObject({ connection });
  await connect(['Shown', '--disconnect']);
  expect((await project(['show', 'Shown'])).out).not.toContain('Connected');
  expect(JSON.parse((await project(['show', 'Shown', '--json'])).out)).toMatchObject({ connection: null });
});

test('a credential is stored sealed', async () => {
  await connect([url(), ...asGit, '--name', 'Sealed'], { token });
  const rows = await database.db.selectFrom('code_host_connection').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  const stored = rows.map((row) => `${JSON.stringify(row)}${row.credential.toString('latin1')}`).join('\n');
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(Buffer.from(token).toString('base64').slice(0, 20));
});

/** Starts loopback servers that answer like the APIs of hosts, to test their detection. */
async function startApi(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

test('a self-managed host is detected by a request, and its API is tried with the token', async () => {
  const asked: string[] = [];
  await using api = await startApi((request, response) => {
    asked.push(`${request.url} ${request.headers['private-token'] === undefined ? 'without' : 'with'} token`);
    response.setHeader('content-type', 'application/json');
    response.writeHead(401).end(JSON.stringify({ message: '401 Unauthorized' }));
  });
  const outcome = await connect([`${api.origin}/acme/docs`, '--token-from', '-'], { token });
  expect(outcome).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^GitLab: acme\/docs, API .*\/api\/v4\n[^✓]*✗ /),
  });
  expect(asked).toContain('/api/v4/version without token');
  expect(asked.some((line) => line.endsWith(' with token'))).toBe(true);
});
