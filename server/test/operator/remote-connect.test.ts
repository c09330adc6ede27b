import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testRepository, type TestRepository } from '../support/git-repository.ts';
import { commandLine, type ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startTlsGitHost, type TlsGitHost } from '../support/tls-git-host.ts';
import { runCommand } from './run-command.ts';

// What a remote server connects and whom it signs in, with a key of the scope admin and a real git server over https.

const stack = new AsyncDisposableStack();
const token = `tok_${'k'.repeat(8)}4f7a19c2`;
let repository: TestRepository;
let host: TlsGitHost;
let server: ServerProcess;
let admin: string;
let elsewhere: string;

beforeAll(async () => {
  repository = stack.use(await testRepository({ bare: true }));
  await repository.commit({ 'docs/index.md': '# Start\n' });
  host = stack.use(await startTlsGitHost({ 'acme/docs.git': repository.path, 'acme/moved.git': repository.path }));
  host.tokens = new Set([token]);
  const folder = stack.use(await temporaryFolder());
  elsewhere = folder.path;
  const copydesk = await commandLine({
    COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
    COPYDESK_LOG_LEVEL: 'warn',
    COPYDESK_PRIVATE_NETWORKS: '127.0.0.0/8',
    GIT_SSL_CAINFO: host.certificateFile,
  });
  server = stack.use(await copydesk.serve());
  const made = await copydesk.json('key', 'create', '--name', 'admin', '--scopes', 'admin');
  admin = z.object({ key: z.string() }).parse(made).key;
});
afterAll(() => stack.disposeAsync());

async function there(argv: string[], input = '') {
  const outcome = await runCommand(argv, {
    env: { COPYDESK_URL: server.url, COPYDESK_KEY: admin },
    cwd: elsewhere,
    input,
  });
  expect(outcome.out + outcome.err).not.toContain(token);
  return outcome;
}

const connect = async (argv: string[], input = '') => await there(['project', 'connect', ...argv], input);
const asGit = ['--host', 'git', '--token-from', '-'];

test('a repository can be connected, checked, changed, moved and disconnected', async () => {
  const made = await connect([host.url('acme/docs.git'), ...asGit, '--name', 'Afar'], token);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/✓ read: the branch main has docs: .*, 1 page$/m);
  expect(made.out).toContain('The project Afar is connected');
  const tried = await connect(['Afar', '--check']);
  expect(tried.out).toMatch(/✓ git: push a branch: copydesk\/check-/);
  expect(tried).toMatchObject({ code: 0, out: expect.stringContaining('Everything that is needed works.') });
  expect(await repository.git('branch', '--list', 'copydesk/*')).toBe('');
  const changed = await connect(['Afar', '--mention', 'desk', '--json']);
  expect(JSON.parse(changed.out)).toMatchObject({ connection: { mention: 'desk' } });
  const moved = await connect(['Afar', '--repository', host.url('acme/moved.git'), ...asGit], token);
  expect(moved).toMatchObject({ code: 0 });
  expect((await there(['project', 'show', 'Afar'])).out).toContain('acme/moved.git');
  const secret = await connect(['Afar', '--new-webhook-secret', '--json']);
  expect(JSON.parse(secret.out)).toMatchObject({ webhook: { url: expect.stringContaining('/v1/code-host/prj_') } });
  expect(await connect(['Afar', '--disconnect'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Disconnected'),
  });
  expect((await connect(['Afar', '--disconnect'])).out).toContain('was not connected');
});

test('nothing is created with a token that gives no access, and the command says so', async () => {
  const refused = await connect([host.url('acme/docs.git'), ...asGit, '--name', 'Refused'], 'tok_wrong_wrong_wrong');
  expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/✗ read: /) });
  expect(refused.out).toContain('nothing was stored');
  expect((await there(['project', 'list'])).out).not.toContain('Refused');
});

test('a person can sign in by a link', async () => {
  const made = await there(['sign-in', '--name', 'Ada Lovelace', '--role', 'editor', '--json']);
  const { link, role } = z.object({ link: z.string(), role: z.string() }).parse(JSON.parse(made.out));
  expect(role).toBe('editor');
  const page = await fetch(link, { redirect: 'manual' });
  expect(page.status).toBe(200);
  expect(await there(['sign-in', '--name', 'Ada Lovelace', '--role', 'owner'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already, as editor'),
  });
});
