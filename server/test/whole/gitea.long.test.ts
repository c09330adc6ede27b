import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '@copydesk/contract';
import { startGitea } from '../support/hosts/gitea.ts';
import type { GiteaStandIn } from '../support/hosts/gitea.ts';
import type { GiteaPullRequest } from '../support/hosts/gitea-state.ts';
import { commentHook, pullRequestHook, pushHook, reviewHook } from '../support/hosts/gitea-webhooks.ts';
import type { Answer, Asked } from '../support/hosts/stand-in.ts';
import { headOf, jobsAtHost, numberOf, processList } from './jobs-at-host.ts';
import type { JobsAtHost } from './jobs-at-host.ts';

const token = 'theSecretOfTheConnection0123456789abcdef';
const bot = 'copydesk-bot';

let forgejo: GiteaStandIn;
let jobs: JobsAtHost;

// Whole jobs and command restarts, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

beforeAll(async () => {
  forgejo = await startGitea({ version: '13.0.2+gitea-1.22.0' });
  allow();
  const settings = ['--label', 'docs', '--reviewer', 'wren', '--draft'];
  jobs = await jobsAtHost({ kind: 'forgejo', repository: forgejo.state.path, token, settings, standIn: forgejo });
});

beforeEach(() => {
  allow();
  forgejo.faults.length = 0;
  forgejo.state.archived = false;
  jobs.git.tokens.add(token);
  jobs.git.rule = undefined;
});

afterAll(async () => {
  await jobs?.[Symbol.asyncDispose]();
});

function allow(): void {
  const scopes = ['write:repository', 'write:issue', 'read:user'];
  forgejo.state.tokens = new Map([[token, { login: bot, scopes }]]);
}

function pullRequestOf(job: Job): GiteaPullRequest {
  const found = forgejo.state.pullRequests.find(({ number }) => number === numberOf(job));
  if (!found) throw new Error(`The job has none: ${JSON.stringify(job)}`);
  return found;
}

/** Returns Copydesk's comments on the job's pull request. */
function botCommentsOf(job: Job): string[] {
  const comments = forgejo.state.comments.filter(({ issue, author }) => issue === numberOf(job) && author === bot);
  return comments.map(({ body }) => body);
}

async function say(number: number, author: string, body: string): Promise<void> {
  await jobs.hook(commentHook(forgejo, forgejo.say({ on: number, author, body }), jobs.webhookSecret));
}

async function end(number: number, how: 'merge' | 'close'): Promise<void> {
  await forgejo[how](number);
  await jobs.hook(pullRequestHook(forgejo, number, 'closed', jobs.webhookSecret));
}

function isOpening({ method, path }: Asked): boolean {
  return method === 'POST' && path.endsWith('/pulls');
}

test('a job opens a pull request, a message and a comment follow up, and a merge archives it', async () => {
  const id = await jobs.create('Replace "Lumen Cloud" with "Lumen Platform"');
  const first = await jobs.ended(id);
  expect(first).toMatchObject({ status: 'completed' });
  const opened = pullRequestOf(first);
  expect(opened).toMatchObject({ state: 'open', baseRef: 'main', labels: [11], reviewers: ['wren'] });
  expect(opened.title).toMatch(/^WIP: /u);
  expect(await jobs.bare.git('grep', '-c', 'Lumen Platform', opened.headRef)).not.toBe('');

  await jobs.message(id, 'Replace "Lumen Platform" with "Lumen Works"');
  expect(await jobs.ended(id)).toMatchObject({ status: 'completed', prLink: first.prLink });
  expect(botCommentsOf(first).filter((body) => body.includes('copydesk:follow-up-'))).toHaveLength(1);

  await say(opened.number, 'wren', '@copydesk Replace "Lumen Works" with "Lumen Docs"');
  const answers = (): string[] => botCommentsOf(first).filter((body) => body.includes('copydesk:answer'));
  await expect.poll(answers, { timeout: 60_000 }).toHaveLength(1);
  expect(await jobs.ended(id)).toMatchObject({ status: 'completed', prLink: first.prLink });
  expect(await jobs.bare.git('grep', '-c', 'Lumen Docs', opened.headRef)).not.toBe('');
  expect(forgejo.state.pullRequests).toHaveLength(1);

  await end(opened.number, 'merge');
  expect(await jobs.jobThat(id, ({ status }) => status === 'archived')).toMatchObject({ prLink: first.prLink });
});

test('a review comment that addresses Copydesk, which the webhook does not contain, is a follow-up', async () => {
  const id = await jobs.create('Replace "sign in" with "log in"');
  const job = await jobs.ended(id);
  const number = numberOf(job);
  const [file = ''] = (await jobs.bare.git('diff', '--name-only', `main...${pullRequestOf(job).headRef}`)).split('\n');
  const body = '@copydesk Replace "log in" with "enter"';
  const lines = [{ path: file, position: 1, diffHunk: '@@ -1 +1 @@\n+Line.', body }];
  const review = await forgejo.review({ on: number, author: 'wren', body: '', lines });
  await jobs.hook(reviewHook(forgejo, review, jobs.webhookSecret));
  const answers = (): string[] => botCommentsOf(job).filter((said) => said.includes('copydesk:answer'));
  await expect.poll(answers, { timeout: 60_000 }).toHaveLength(1);
  expect(await jobs.bare.git('grep', '-c', 'enter', pullRequestOf(job).headRef)).not.toBe('');
  await end(number, 'close');
  await jobs.jobThat(id, ({ status }) => status === 'archived');
});

test('a comment without push permission or without a mention starts no work, and closing archives', async () => {
  const id = await jobs.create('Replace "billing" with "accounting"');
  const job = await jobs.ended(id);
  const number = numberOf(job);
  const before = (await jobs.eventsOf(id)).length;
  await say(number, 'guest', '@copydesk Replace "a" with "b"');
  await say(number, 'wren', 'What does `@copydesk` do?');
  await end(number, 'close');
  await jobs.jobThat(id, ({ status }) => status === 'archived');
  expect((await jobs.eventsOf(id)).slice(before).filter(({ type }) => type === 'message')).toEqual([]);
});

test('a pull request that gets a conflict is reported on it, once', async () => {
  const id = await jobs.create('Replace "webhook" with "hook"');
  const job = await jobs.ended(id);
  expect(job).toMatchObject({ status: 'completed' });
  const branch = pullRequestOf(job).headRef;
  const [file = ''] = (await jobs.bare.git('diff', '--name-only', `main...${branch}`)).split('\n');
  await jobs.bare.commit({ [file]: 'Somebody has written this anew.\n' });
  const tip = (await headOf(jobs.bare, 'main')) ?? '';
  const conflicts = (): string[] => botCommentsOf(job).filter((body) => /conflict/iu.test(body));
  await jobs.hook(pushHook('main', tip, jobs.webhookSecret));
  await expect.poll(conflicts, { timeout: 60_000 }).toHaveLength(1);
  await jobs.hook(pushHook('main', tip, jobs.webhookSecret));
  await end(numberOf(job), 'close');
  await jobs.jobThat(id, ({ status }) => status === 'archived');
  expect(conflicts()).toHaveLength(1);
});

test('a rate limit delays the job, which completes with one pull request', async () => {
  const answer: Answer = { status: 429, body: 'Too Many Requests', headers: { 'retry-after': '1' } };
  forgejo.faults.push({ how: { instead: answer }, times: 2, on: isOpening });
  const before = forgejo.state.pullRequests.length;
  const job = await jobs.ended(await jobs.create('Replace "API key" with "access key"'));
  expect(job).toMatchObject({ status: 'completed' });
  expect(forgejo.faults[0]?.times).toBe(0);
  expect(forgejo.state.pullRequests).toHaveLength(before + 1);
  expect((await jobs.eventsOf(job.id)).some(({ type }) => type === 'put_off')).toBe(true);
});

test('a lost reply after opening a pull request causes no second one, and no comment is posted twice', async () => {
  forgejo.faults.push({ how: 'lost', times: 1, on: isOpening });
  const before = forgejo.state.pullRequests.length;
  const job = await jobs.ended(await jobs.create('Replace "workspace" with "team"'));
  expect(job).toMatchObject({ status: 'completed' });
  expect(forgejo.state.pullRequests).toHaveLength(before + 1);
  expect(botCommentsOf(job)).toEqual([]);
});

const refusals: { what: string; prepare: () => void; code: string; detail: RegExp }[] = [
  {
    what: 'a token that lost a scope',
    prepare: () => Object.assign(forgejo.state.tokens.get(token) ?? {}, { scopes: ['read:repository', 'read:user'] }),
    code: 'code_host_forbidden',
    detail: /write:repository/u,
  },
  {
    what: 'a repository that was archived',
    prepare: () => {
      forgejo.state.archived = true;
    },
    code: 'repository_archived',
    detail: /archived/u,
  },
  {
    what: 'a repository that git says was archived',
    prepare: () => {
      const text =
        'This repo is archived. You can view files and clone it, but cannot push or open issues/pull-requests.';
      jobs.git.rule = ({ service }) => (service === 'git-receive-pack' ? { status: 403, text } : undefined);
    },
    code: 'repository_archived',
    detail: /archived/u,
  },
  {
    what: 'a token that was revoked',
    prepare: () => {
      jobs.git.tokens.delete(token);
      forgejo.state.tokens.clear();
    },
    code: 'unauthorized',
    detail: /token|credential/iu,
  },
];

test.each(refusals)('$what fails the job, and the error says what to do', async ({ prepare, code, detail }) => {
  prepare();
  const before = forgejo.state.pullRequests.length;
  const job = await jobs.ended(await jobs.create('Replace "invoice" with "bill"'));
  expect(job).toMatchObject({ status: 'failed', prLink: null });
  const failed = JSON.stringify((await jobs.eventsOf(job.id)).findLast(({ type }) => type === 'failed'));
  expect(failed).toContain(code);
  expect(failed).toMatch(detail);
  expect(forgejo.state.pullRequests).toHaveLength(before);
});

test('the credential is in no output, process list, request or file', async () => {
  const bodies = JSON.stringify(forgejo.requests.map(({ body, path, query }) => [body, path, query]));
  const basic = Buffer.from(`${bot}:${token}`).toString('base64');
  for (const text of [jobs.printed, jobs.server.output(), await processList(), bodies]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(basic);
  }
  expect(await jobs.filesWith(token)).toEqual([]);
  expect(await jobs.filesWith(basic)).toEqual([]);
  expect(await jobs.filesWith('copydesk/job_')).not.toEqual([]);
});
