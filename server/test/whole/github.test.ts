import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EventList, Job } from '@copydesk/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { refusals } from '../support/hosts/github-faults.ts';
import type { GithubRepository } from '../support/hosts/github-state.ts';
import { startGithub } from '../support/hosts/github.ts';
import type { GithubStandIn } from '../support/hosts/github.ts';
import { testFolder, testRepository } from '../support/git-repository.ts';
import type { TestFolder, TestRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';
import { startTlsGitHost } from '../support/tls-git-host.ts';
import type { TlsGitHost } from '../support/tls-git-host.ts';

/**
 * Jobs from the prompt to the end of their pull request: a server process, git over TLS, and a stand-in for GitHub that
 * has the branches of the same repository.
 */
const sample = fileURLToPath(new URL('../../sample-site', import.meta.url));
const secret = 'ghp_theSecretOfTheConnection0123456789';
const stack = new AsyncDisposableStack();

let folder: TestFolder;
let bare: TestRepository;
let git: TlsGitHost;
let github: GithubStandIn;
let repository: GithubRepository;
let copydesk: CommandLine;
let server: ServerProcess;
let projectId: string;
let key: string;
/** The output of the command. */
let printed = '';
let appKey = '';

beforeAll(async () => {
  bare = stack.use(await testRepository({ bare: true }));
  const site = stack.use(await testRepository());
  await cp(sample, site.path, { recursive: true });
  await site.git('add', '--all');
  await site.git('commit', '--quiet', '--message=The sample site');
  await site.git('push', '--quiet', bare.path, 'HEAD:main');
  git = stack.use(await startTlsGitHost({ 'acme/docs': bare.path, 'acme/docs.git': bare.path }));
  github = stack.use(await startGithub());
  github.apiUrl = `${git.origin}/api/v3`;
  git.other = (request, response) => github.handle(request, response);
  repository = github.add('acme/docs', { gitDirectory: bare.gitDirectory });
  repository.roles.set('copydesk-bot', 'write').set('ada', 'write').set('eve', 'read');
  folder = stack.use(await testFolder());
  copydesk = await commandLine(
    {
      COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
      GIT_SSL_CAINFO: git.certificateFile,
      NODE_EXTRA_CA_CERTS: git.certificateFile,
    },
    { isEmbedded: true }, // Its files are searched for secrets, too.
  );
  allow();
  server = await copydesk.serve();
  const tokenFile = path.join(folder.path, 'token');
  await writeFile(tokenFile, `${secret}\n`);
  const settings = ['--label', 'docs', '--reviewer', 'ada', '--token-from', tokenFile];
  const connected = await copydesk.json('project', 'connect', git.url('acme/docs'), ...settings);
  printed += JSON.stringify(connected);
  const { project, webhook } = Connected.parse(connected);
  projectId = project.id;
  await copydesk.json('project', 'set', projectId, '--archive-on', 'merge,close');
  const made = await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'agent:read,agent:write');
  key = z.object({ key: z.string() }).parse(made).key;
  github.webhook = { url: `${server.url}${new URL(webhook.url).pathname}`, secret: webhook.secret };
});

beforeEach(() => {
  allow();
  github.rule = undefined;
});

afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGTERM');
  await stack.disposeAsync();
});

const Connected = z.object({
  project: z.object({ id: z.string() }),
  webhook: z.object({ url: z.string(), secret: z.string() }),
  ok: z.literal(true),
  stored: z.literal(true),
});

function allow(): void {
  github.accounts.set(secret, { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  git.tokens.add(secret);
  git.readOnly.delete(secret);
}

async function call(address: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return await (await fetch(`${server.url}/v2/agent/${projectId}${address}`, { headers, ...post })).json();
}

async function create(prompt: string): Promise<string> {
  return Job.parse(await call('/job', { prompt })).id;
}

/** Returns the job as soon as it meets the condition, after a minute at the latest. */
async function jobThat(id: string, is: (job: Job) => boolean): Promise<Job> {
  let job: Job | undefined;
  await expect
    .poll(async () => is((job = Job.parse(await call(`/job/${id}`)))), { timeout: 60_000, interval: 50, message: id })
    .toBe(true);
  if (job === undefined) throw new Error(`The job ${id} was never read.`);
  return job;
}

async function ended(id: string): Promise<Job> {
  return await jobThat(id, ({ status }) => status !== 'active');
}

async function eventsOf(id: string): Promise<EventList['events']> {
  return EventList.parse(await call(`/job/${id}/events?limit=500`)).events;
}

function numberOf(job: Job): number {
  return Number(/\/pull\/(\d+)$/u.exec(job.prLink ?? '')?.[1]);
}

function pullOf(job: Job) {
  const pull = repository.pulls.find(({ number }) => number === numberOf(job));
  if (pull === undefined) throw new Error(`The job has no pull request: ${JSON.stringify(job)}`);
  return pull;
}

function botCommentsOf(job: Job): string[] {
  return repository.comments.filter(({ number }) => number === numberOf(job)).map(({ body }) => body);
}

test('a job opens a pull request, a message and a comment follow up, and a merge archives it', async () => {
  const id = await create('Replace "Lumen Cloud" with "Lumen Platform"');
  const first = await ended(id);
  expect(first).toMatchObject({ status: 'completed' });
  const pull = pullOf(first);
  expect(pull).toMatchObject({
    state: 'open',
    baseRef: 'main',
    headRef: `copydesk/${id}`,
    labels: ['docs'],
    reviewers: ['ada'],
  });
  expect(await bare.git('grep', '-c', 'Lumen Platform', pull.headRef)).not.toBe('');

  await call(`/job/${id}/message`, { prompt: 'Replace "Lumen Platform" with "Lumen Works"' });
  expect(await ended(id)).toMatchObject({ status: 'completed', prLink: first.prLink });
  expect(botCommentsOf(first).filter((body) => body.includes('copydesk:follow-up-'))).toHaveLength(1);

  await github.say(repository, { number: pull.number, body: '@copydesk Replace "Lumen Works" with "Lumen Docs"' });
  await expect
    .poll(() => botCommentsOf(first).some((body) => body.includes('copydesk:answer')), { timeout: 60_000 })
    .toBe(true);
  expect(await ended(id)).toMatchObject({ status: 'completed', prLink: first.prLink });
  expect(await bare.git('grep', '-c', 'Lumen Docs', pull.headRef)).not.toBe('');
  expect(repository.pulls).toHaveLength(1);

  await github.merge(repository, pull.number);
  expect(await jobThat(id, ({ status }) => status === 'archived')).toMatchObject({ prLink: first.prLink });
});

test('a comment without push permission, by a bot, or without a mention starts no work', async () => {
  const id = await create('Replace "console" with "control panel"');
  const job = await ended(id);
  const number = numberOf(job);
  const before = (await eventsOf(id)).length;
  await github.say(repository, {
    number,
    body: '@copydesk Replace "a" with "b"',
    author: { login: 'eve', type: 'User' },
  });
  await github.say(repository, {
    number,
    body: '@copydesk Replace "a" with "b"',
    author: { login: 'ci[bot]', type: 'Bot' },
  });
  await github.say(repository, { number, body: 'What does `@copydesk` do?' });
  // Events are handled in their order: the close comes after all of them.
  await github.close(repository, number);
  await jobThat(id, ({ status }) => status === 'archived');
  expect((await eventsOf(id)).slice(before).filter(({ type }) => type === 'message')).toEqual([]);
});

test('a pull request that gets a conflict is reported on it, once', async () => {
  const id = await create('Replace "region" with "area"');
  const job = await ended(id);
  expect(job).toMatchObject({ status: 'completed' });
  const branch = pullOf(job).headRef;
  const [file = ''] = (await bare.git('diff', '--name-only', `main...${branch}`)).split('\n');
  await bare.commit({ [file]: 'Somebody has written this anew.\n' });
  await github.pushed(repository, 'main');
  await expect
    .poll(() => botCommentsOf(job).filter((body) => /conflict/iu.test(body)), { timeout: 60_000 })
    .toHaveLength(1);
  await github.pushed(repository, 'main');
  await github.close(repository, numberOf(job));
  await jobThat(id, ({ status }) => status === 'archived');
  expect(botCommentsOf(job).filter((body) => /conflict/iu.test(body))).toHaveLength(1);
});

test('a rate limit delays the job, which completes with one pull request', async () => {
  let refused = 0;
  github.rule = ({ method, path: asked }) => {
    if (method !== 'POST' || !asked.endsWith('/pulls') || refused === 2) return undefined;
    refused += 1;
    return refusals.secondaryLimit(1);
  };
  const before = repository.pulls.length;
  const job = await ended(await create('Replace "workspace" with "team"'));
  expect(job).toMatchObject({ status: 'completed' });
  expect(refused).toBe(2);
  expect(repository.pulls).toHaveLength(before + 1);
  expect((await eventsOf(job.id)).filter(({ type }) => type === 'put_off').length).toBeGreaterThan(0);
});

test('a lost reply after opening a pull request causes no second one', async () => {
  let isLost = false;
  github.rule = ({ method, path: asked }) => {
    if (method !== 'POST' || !asked.endsWith('/pulls') || isLost) return undefined;
    isLost = true;
    return 'cut-after-work';
  };
  const before = repository.pulls.length;
  const job = await ended(await create('Replace "console" with "control panel"'));
  expect(job).toMatchObject({ status: 'completed' });
  expect(repository.pulls).toHaveLength(before + 1);
  expect(pullOf(job)).toMatchObject({ labels: ['docs'], reviewers: ['ada'] });
  expect(botCommentsOf(job)).toEqual([]);
});

test.each([
  {
    what: 'a token that may not open pull requests',
    prepare: () => {
      github.accounts.set(secret, {
        login: 'copydesk-bot',
        type: 'User',
        permissions: { contents: 'write', pull_requests: 'read' },
      });
    },
    code: 'code_host_forbidden',
    detail: /"Pull requests: read and write"/u,
  },
  {
    what: 'a token that may not push',
    prepare: () => {
      git.tokens.delete(secret);
      git.readOnly.add(secret);
    },
    code: 'code_host_forbidden',
    detail: /push|write/iu,
  },
  {
    what: 'a token that was revoked',
    prepare: () => {
      git.tokens.delete(secret);
      github.accounts.delete(secret);
    },
    code: /unauthorized/u,
    detail: /token|credential/iu,
  },
  {
    what: 'a repository that was archived',
    prepare: () => {
      github.rule = ({ method }) => (method === 'POST' ? refusals.archived() : undefined);
    },
    code: 'repository_archived',
    detail: /archived/u,
  },
])('$what fails the job with what to do', async ({ prepare, code, detail }) => {
  prepare();
  const before = repository.pulls.length;
  const job = await ended(await create('Replace "invoice" with "bill"'));
  expect(job).toMatchObject({ status: 'failed', prLink: null });
  const failed = (await eventsOf(job.id)).find((event) => event.type === 'failed');
  expect(failed?.data).toMatchObject({
    code: expect.stringMatching(code) as string,
    detail: expect.stringMatching(detail) as string,
  });
  expect(repository.pulls).toHaveLength(before);
});

test('an App opens pull requests and pushes by tokens of its own installation', async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = path.join(folder.path, 'app.pem');
  appKey = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  await writeFile(keyFile, appKey);
  github.app = {
    id: '77',
    slug: 'our-docs',
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    installationId: 5,
    permissions: { contents: 'write', pull_requests: 'write' },
    suspendedAt: null,
    repositories: ['acme/handbook'],
    made: 0,
  };
  const handbook = github.add('acme/handbook', { gitDirectory: bare.gitDirectory });
  git.repositories.set('acme/handbook', bare.path);
  // Git accepts the tokens that the App was given.
  git.rule = ({ login }) => {
    if (login?.password.startsWith('ghs_') === true && github.accounts.has(login.password))
      git.tokens.add(login.password);
    return undefined;
  };
  const app = ['--app-id', '77', '--private-key-from', keyFile];
  const connected = await copydesk.json('project', 'connect', git.url('acme/handbook'), ...app);
  printed += JSON.stringify(connected);
  projectId = Connected.parse(connected).project.id;
  const job = await ended(await create('Replace "upload" with "transfer"'));
  expect(job).toMatchObject({ status: 'completed' });
  expect(handbook.pulls).toMatchObject([{ author: { login: 'our-docs[bot]' }, headRef: `copydesk/${job.id}` }]);
});

test('no credential is in any output, process list, request or file', async () => {
  const run = promisify(execFile);
  const { stdout: processes } = await run('ps', ['-eo', 'args'], { maxBuffer: 2 ** 26 });
  const asked = JSON.stringify(github.requests.map(({ path: at, body }) => [at, body]));
  // A clean end writes all of its memory to disk.
  await server.end('SIGTERM');
  const made = [...github.accounts.keys()].filter((token) => token.startsWith('ghs_'));
  expect(made.length).toBeGreaterThan(0);
  const keyLine = appKey.split('\n')[5] ?? '';
  expect(keyLine).toHaveLength(64);
  for (const hidden of [secret, keyLine, ...made]) {
    const encoded = Buffer.from(`x-access-token:${hidden}`).toString('base64');
    for (const text of [printed, server.output(), processes, asked]) {
      expect(text).not.toContain(hidden);
      expect(text).not.toContain(encoded);
    }
    const patterns = ['-e', hidden, '-e', encoded];
    const found = await run('grep', ['-rlaF', ...patterns, path.join(folder.path, 'data')]).catch(
      ({ code }: { code: number }) => code,
    );
    // grep exits with 1 when it finds nothing.
    expect(found).toBe(1);
  }
});
