import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '@copydesk/contract';
import { startGitLab } from '../support/hosts/gitlab.ts';
import type { GitLabStandIn } from '../support/hosts/gitlab.ts';
import type { GitLabMergeRequest } from '../support/hosts/gitlab-state.ts';
import { mergeRequestHook, noteHook, pushHook } from '../support/hosts/gitlab-webhooks.ts';
import type { Answer, Asked } from '../support/hosts/stand-in.ts';
import { headOf, jobsAtHost, numberOf, processList } from './jobs-at-host.ts';
import type { JobsAtHost } from './jobs-at-host.ts';

const token = 'glpat-theSecretOfTheConnection01';
const bot = 'project_42_bot_1';

let gitlab: GitLabStandIn;
let jobs: JobsAtHost;

// Whole jobs and command restarts, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

beforeAll(async () => {
  gitlab = await startGitLab();
  allow();
  const settings = ['--label', 'docs', '--reviewer', 'wren', '--draft'];
  jobs = await jobsAtHost({ kind: 'gitlab', repository: gitlab.state.path, token, settings, standIn: gitlab });
});

beforeEach(() => {
  allow();
  gitlab.faults.length = 0;
  gitlab.state.archived = false;
  jobs.git.tokens.add(token);
  jobs.git.readOnly.clear();
  jobs.git.rule = undefined;
});

afterAll(async () => {
  await jobs?.[Symbol.asyncDispose]();
});

function allow(): void {
  gitlab.state.tokens = new Map([[token, { username: bot, scopes: ['api'], expiresAt: null }]]);
  Object.assign(gitlab.state.users[0] ?? {}, { accessLevel: 30 });
}

function mergeRequestOf(job: Job): GitLabMergeRequest {
  const found = gitlab.state.mergeRequests.find(({ iid }) => iid === numberOf(job));
  if (!found) throw new Error(`The job has none: ${JSON.stringify(job)}`);
  return found;
}

/** Returns Copydesk's comments on the job's pull request. */
function botCommentsOf(job: Job): string[] {
  const notes = gitlab.state.notes.filter((note) => note.merge_request === numberOf(job) && note.author === bot);
  return notes.map(({ body }) => body);
}

async function say(number: number, author: string, body: string): Promise<void> {
  await jobs.hook(noteHook(gitlab, gitlab.say({ on: number, author, body }), jobs.webhookSecret));
}

async function end(number: number, how: 'merge' | 'close'): Promise<void> {
  await gitlab[how](number);
  await jobs.hook(mergeRequestHook(gitlab, number, how, jobs.webhookSecret));
}

function isOpening({ method, path }: Asked): boolean {
  return method === 'POST' && path.endsWith('/merge_requests');
}

test('a job opens a merge request, a message and a note follow up, and a merge archives it', async () => {
  const id = await jobs.create('Replace "Lumen Cloud" with "Lumen Platform"');
  const first = await jobs.ended(id);
  expect(first).toMatchObject({ status: 'completed' });
  const opened = mergeRequestOf(first);
  expect(opened).toMatchObject({ state: 'opened', target_branch: 'main', labels: ['docs'], reviewers: [8] });
  expect(opened.title).toMatch(/^Draft: /u);
  expect(await jobs.bare.git('grep', '-c', 'Lumen Platform', opened.source_branch)).not.toBe('');

  await jobs.message(id, 'Replace "Lumen Platform" with "Lumen Works"');
  expect(await jobs.ended(id)).toMatchObject({ status: 'completed', prLink: first.prLink });
  expect(botCommentsOf(first).filter((body) => body.includes('copydesk:follow-up-'))).toHaveLength(1);

  await say(opened.iid, 'wren', '@copydesk Replace "Lumen Works" with "Lumen Docs"');
  await expect
    .poll(() => botCommentsOf(first).some((body) => body.includes('copydesk:answer')), { timeout: 60_000 })
    .toBe(true);
  expect(await jobs.ended(id)).toMatchObject({ status: 'completed', prLink: first.prLink });
  expect(await jobs.bare.git('grep', '-c', 'Lumen Docs', opened.source_branch)).not.toBe('');
  const asked = gitlab.state.notes.find(({ author }) => author === 'wren');
  const answered = gitlab.state.notes.find(({ body }) => body.includes('copydesk:answer'));
  expect(answered?.discussion).toBe(asked?.discussion);
  expect(gitlab.state.mergeRequests).toHaveLength(1);

  await end(opened.iid, 'merge');
  expect(await jobs.jobThat(id, ({ status }) => status === 'archived')).toMatchObject({ prLink: first.prLink });
});

test('a note without push permission, by a bot, or without a mention starts no work, and closing archives', async () => {
  const id = await jobs.create('Replace "sign in" with "log in"');
  const job = await jobs.ended(id);
  const number = numberOf(job);
  const before = (await jobs.eventsOf(id)).length;
  await say(number, 'guest', '@copydesk Replace "a" with "b"');
  await say(number, 'project_7_bot_2', '@copydesk Replace "a" with "b"');
  await say(number, 'wren', 'What does `@copydesk` do?');
  await end(number, 'close');
  await jobs.jobThat(id, ({ status }) => status === 'archived');
  expect((await jobs.eventsOf(id)).slice(before).filter(({ type }) => type === 'message')).toEqual([]);
});

test('a merge request that gets a conflict is reported on it, once', async () => {
  const id = await jobs.create('Replace "webhook" with "hook"');
  const job = await jobs.ended(id);
  expect(job).toMatchObject({ status: 'completed' });
  const branch = mergeRequestOf(job).source_branch;
  const [file = ''] = (await jobs.bare.git('diff', '--name-only', `main...${branch}`)).split('\n');
  await jobs.bare.commit({ [file]: 'Somebody has written this anew.\n' });
  const tip = (await headOf(jobs.bare, 'main')) ?? '';
  const conflicts = (): string[] => botCommentsOf(job).filter((body) => /conflict/iu.test(body));
  await jobs.hook(pushHook(gitlab, 'main', tip, jobs.webhookSecret));
  await expect.poll(conflicts, { timeout: 60_000 }).toHaveLength(1);
  await jobs.hook(pushHook(gitlab, 'main', tip, jobs.webhookSecret));
  await end(numberOf(job), 'close');
  await jobs.jobThat(id, ({ status }) => status === 'archived');
  expect(conflicts()).toHaveLength(1);
});

test('a rate limit delays the job, which completes with one merge request', async () => {
  const answer: Answer = { status: 429, body: 'Retry later\n', headers: { 'retry-after': '1' } };
  gitlab.faults.push({ how: { instead: answer }, times: 2, on: isOpening });
  const before = gitlab.state.mergeRequests.length;
  const job = await jobs.ended(await jobs.create('Replace "API key" with "access key"'));
  expect(job).toMatchObject({ status: 'completed' });
  expect(gitlab.faults[0]?.times).toBe(0);
  expect(gitlab.state.mergeRequests).toHaveLength(before + 1);
  expect((await jobs.eventsOf(job.id)).some(({ type }) => type === 'put_off')).toBe(true);
});

test('a lost reply after opening a merge request causes no second one, and no comment is posted twice', async () => {
  gitlab.faults.push({ how: 'lost', times: 1, on: isOpening });
  const before = gitlab.state.mergeRequests.length;
  const job = await jobs.ended(await jobs.create('Replace "workspace" with "team"'));
  expect(job).toMatchObject({ status: 'completed' });
  expect(gitlab.state.mergeRequests).toHaveLength(before + 1);
  expect(botCommentsOf(job)).toEqual([]);
});

const refusals: { what: string; prepare: () => void; code: string; detail: RegExp }[] = [
  {
    what: 'an account that may not open merge requests',
    prepare: () => Object.assign(gitlab.state.users[0] ?? {}, { accessLevel: 20 }),
    code: 'code_host_forbidden',
    detail: /role Developer/u,
  },
  {
    what: 'a token that was narrowed',
    prepare: () => Object.assign(gitlab.state.tokens.get(token) ?? {}, { scopes: ['read_api'] }),
    code: 'code_host_forbidden',
    detail: /scope api/u,
  },
  {
    what: 'a project that was archived',
    prepare: () => {
      gitlab.state.archived = true;
    },
    code: 'repository_archived',
    detail: /archived/u,
  },
  {
    what: 'a project that git says was archived',
    prepare: () => {
      const text = "You can't push code to an archived project.";
      jobs.git.rule = ({ service }) => (service === 'git-receive-pack' ? { status: 403, text } : undefined);
    },
    code: 'repository_archived',
    detail: /archived/u,
  },
  {
    what: 'a token that may not push',
    prepare: () => {
      const text = 'You are not allowed to push code to this project.';
      jobs.git.rule = ({ service }) => (service === 'git-receive-pack' ? { status: 403, text } : undefined);
    },
    code: 'code_host_forbidden',
    detail: /push|Developer/u,
  },
  {
    what: 'a token that was revoked',
    prepare: () => {
      jobs.git.tokens.delete(token);
      gitlab.state.tokens.clear();
    },
    code: 'unauthorized',
    detail: /token|credential/iu,
  },
];

test.each(refusals)('$what fails the job, and the error says what to do', async ({ prepare, code, detail }) => {
  prepare();
  const before = gitlab.state.mergeRequests.length;
  const job = await jobs.ended(await jobs.create('Replace "invoice" with "bill"'));
  expect(job).toMatchObject({ status: 'failed', prLink: null });
  const failed = JSON.stringify((await jobs.eventsOf(job.id)).findLast(({ type }) => type === 'failed'));
  expect(failed).toContain(code);
  expect(failed).toMatch(detail);
  expect(gitlab.state.mergeRequests).toHaveLength(before);
});

test('the command reports what the stored credential lacks, and confirms a good one', async () => {
  const check = async (): Promise<unknown> =>
    await jobs.copydesk.json('project', 'connect', jobs.git.url(gitlab.state.path), '--check');
  expect(await check()).toMatchObject({
    ok: true,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'token' })]),
  });
  Object.assign(gitlab.state.tokens.get(token) ?? {}, { scopes: ['read_api'] });
  await expect(check()).rejects.toThrow(/has the scopes read_api, and needs api/u);
  allow();
  Object.assign(gitlab.state.users[0] ?? {}, { accessLevel: 20 });
  await expect(check()).rejects.toThrow(/needs at least 30 \(Developer\)/u);
  gitlab.state.archived = true;
  await expect(check()).rejects.toThrow(/is archived\. Unarchive it/u);
});

test('the credential is in no output, process list, request or file', async () => {
  const bodies = JSON.stringify(gitlab.requests.map(({ body, path, query }) => [body, path, query]));
  const basic = Buffer.from(`oauth2:${token}`).toString('base64');
  for (const text of [jobs.printed, jobs.server.output(), await processList(), bodies]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(basic);
  }
  expect(await jobs.filesWith(token)).toEqual([]);
  expect(await jobs.filesWith(basic)).toEqual([]);
  expect(await jobs.filesWith('copydesk/job_')).not.toEqual([]);
});
