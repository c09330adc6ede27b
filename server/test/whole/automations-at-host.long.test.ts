import { randomUUID } from 'node:crypto';
import { Automation, AutomationRunList, CollectResult, FeedbackList, repairPromptPrefix } from '@copydesk/contract';
import type { AutomationKind } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { startGitea } from '../support/hosts/gitea.ts';
import type { GiteaStandIn } from '../support/hosts/gitea.ts';
import type { GiteaPullRequest } from '../support/hosts/gitea-state.ts';
import { hook, pullRequestHook } from '../support/hosts/gitea-webhooks.ts';
import { jobsAtHost } from './jobs-at-host.ts';
import type { JobsAtHost } from './jobs-at-host.ts';

const token = 'theSecretOfTheConnection0123456789abcdef';
const stack = new AsyncDisposableStack();
let forgejo: GiteaStandIn;
let jobs: JobsAtHost;
let product: TestRepository;
let key: string;

// Whole jobs, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const longPage = (word: string) => {
  const lines = Array.from({ length: 12 }, (_, line) => `Line ${line} is about ${word}.\n`);
  return `---\ntitle: ${word}\ndescription: About ${word}\n---\n\n${lines.join('\n')}`;
};

/** A page that was last changed in 2023, as commits of tests are. */
const page = (word: string): Record<string, string> => ({
  [`automation/${word}.mdx`]: `---\ntitle: Page ${word}\ndescription: About ${word}\n---\n\nUse Old ${word}.\n`,
});

beforeAll(async () => {
  forgejo = await startGitea({ version: '13.0.2+gitea-1.22.0' });
  const scopes = ['write:repository', 'write:issue', 'read:user'];
  forgejo.state.tokens = new Map([[token, { login: 'copydesk-bot', scopes }]]);
  jobs = stack.use(
    await jobsAtHost({ kind: 'forgejo', repository: forgejo.state.path, token, settings: [], standIn: forgejo }),
  );
  product = stack.use(await testRepository({ bare: true }));
  await product.commit({ 'src/cli.ts': 'export {};\n' });
  const { projectId } = jobs;
  await jobs.copydesk.json('project', 'context', 'add', projectId, '--name', 'product', '--repository', product.path);
  const all = 'admin,agent:read,agent:write,analytics:read,ingest';
  const made = await jobs.copydesk.json('key', 'create', '--name', 'automations', '--scopes', all);
  ({ key } = z.object({ key: z.string() }).parse(made));
});

afterAll(() => stack.disposeAsync());

async function call(method: string, path: string, body?: object, bearer = key): Promise<unknown> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const reply = await fetch(`${jobs.server.url}${path}`, init);
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
  return await reply.json();
}

async function create(trigger: { kind: AutomationKind; [setting: string]: unknown }, prompt: string): Promise<string> {
  const draft = { name: trigger.kind, trigger, prompt };
  return Automation.parse(await call('POST', `/v1/automations/${jobs.projectId}`, draft)).id;
}

const runNow = async (id: string) => await call('POST', `/v1/automations/${jobs.projectId}/${id}/run`);

/** Returns the runs, oldest first, as soon as so many have been decided. */
async function runsOf(id: string, count: number): Promise<AutomationRunList['runs']> {
  const read = async () => {
    const { runs } = AutomationRunList.parse(await call('GET', `/v1/automations/${jobs.projectId}/${id}/runs`));
    return runs.filter(({ decision }) => decision !== 'waiting').toReversed();
  };
  await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
  return await read();
}

/** Returns the pull request of the last job or message of an automation, as soon as its job has ended. */
async function pullRequestOf(id: string, count: number): Promise<GiteaPullRequest & { job: string }> {
  const last = (await runsOf(id, count)).at(-1);
  expect(last).toMatchObject({ decision: expect.stringMatching(/^(job|message)$/), job: expect.anything() });
  const job = await jobs.ended(last?.job?.id ?? '');
  expect(job).toMatchObject({ status: 'completed', error: null, pullRequest: { state: 'open' } });
  const found = forgejo.state.pullRequests.find(({ number }) => number === job.pullRequest?.number);
  if (found === undefined) throw new Error(`The host does not know ${JSON.stringify(job)}`);
  return { ...found, job: job.id };
}

async function view(path: string, { status = 200, readers = 4 } = {}): Promise<void> {
  const events = Array.from({ length: readers }, (_, reader) => ({
    id: randomUUID(),
    path,
    status,
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ip: `192.0.2.${reader + 1}`,
  }));
  const { accepted } = CollectResult.parse(await call('POST', `/v1/collect/${jobs.projectId}`, events));
  expect(accepted).toBe(readers);
}

const say = async (path: string, comment: string) =>
  await call('POST', `/v1/collect/${jobs.projectId}/feedback`, { id: randomUUID(), path, helpful: false, comment });

async function merge(number: number): Promise<void> {
  await forgejo.merge(number);
  await jobs.hook(pullRequestHook(forgejo, number, 'closed', jobs.webhookSecret));
}

let issues = 100;

async function labelIssue(): Promise<void> {
  issues += 1;
  const issue = { number: issues, title: 'Names', body: 'They are old.', state: 'open', labels: [{ name: 'docs' }] };
  const link = `${forgejo.origin}/${forgejo.state.path}/issues/${issues}`;
  const payload = { action: 'label_updated', issue: { ...issue, html_url: link, assignees: [] } };
  await jobs.hook(hook('issues', payload, jobs.webhookSecret));
}

/** What makes each kind begin work, and how many runs there are before that. */
interface Cause {
  trigger: { kind: AutomationKind; [setting: string]: unknown };
  earlierRuns: number;
  /** Whether it must be run by hand, because its time is days away. */
  isTimed: boolean;
  happen: (this: void) => Promise<unknown>;
}

const causes: Cause[] = [
  { trigger: { kind: 'schedule' }, earlierRuns: 0, isTimed: true, happen: async () => {} },
  {
    trigger: { kind: 'read_most', minViews: 4 },
    earlierRuns: 0,
    isTimed: true,
    happen: () => view('/automation/read_most'),
  },
  { trigger: { kind: 'translations', languages: ['de'] }, earlierRuns: 0, isTimed: true, happen: oldTranslation },
  {
    trigger: { kind: 'product_changed', ask: false },
    // It begins with the commit of the product that is there when it first looks.
    earlierRuns: 1,
    isTimed: true,
    happen: () => product.commit({ 'src/cli.ts': 'export const watch = true;\n' }),
  },
  { trigger: { kind: 'issue' }, earlierRuns: 0, isTimed: false, happen: labelIssue },
];

async function oldTranslation(): Promise<void> {
  const at = new Date(1_600_000_000_000);
  const german = '---\ntitle: Seite\ndescription: Alt\n---\n\nNutze Old translations.\n';
  await jobs.bare.commit({ 'de/automation/translations.mdx': german }, { at });
}

test.each(causes)(
  'an automation of the kind $trigger.kind opens one pull request at the host',
  async ({ trigger, earlierRuns, isTimed, happen }) => {
    const { kind } = trigger;
    await jobs.bare.commit(page(kind));
    const id = await create(trigger, `Replace "Old ${kind}" with "New ${kind}"`);
    expect(await runsOf(id, earlierRuns)).toHaveLength(earlierRuns);
    await happen();
    if (isTimed) await runNow(id);
    const pullRequest = await pullRequestOf(id, earlierRuns + 1);
    expect(pullRequest.body).toContain(`Started by the automation \`${kind}\``);
    expect(await jobs.bare.git('grep', '-l', `New ${kind}`, pullRequest.headRef)).toContain(`automation/${kind}.mdx`);
  },
);

test('not-found paths are redirected with their evidence, and later ones are added to the same pull request', async () => {
  await jobs.bare.commit({ 'old-name.mdx': longPage('first'), 'older-name.mdx': longPage('second') });
  await jobs.bare.commit({ 'old-name.mdx': null, 'new-name.mdx': longPage('first') });
  await jobs.bare.commit({ 'older-name.mdx': null, 'newer-name.mdx': longPage('second') });
  await view('/old-name', { status: 404 });
  const id = await create({ kind: 'not_found' }, `${repairPromptPrefix} redirect them.`);
  await runNow(id);
  const first = await pullRequestOf(id, 1);
  expect(first.body).toMatch(/`\/old-name` \| 4 \| 0 \| `new-name.mdx` \| 95 % \| `Its page was moved/);
  await view('/older-name', { status: 404 });
  await runNow(id);
  expect(await pullRequestOf(id, 2)).toMatchObject({ number: first.number, job: first.job });
  const site = await jobs.bare.git('show', `${first.headRef}:docs.json`);
  expect(site).toMatch(/"\/old-name"[\s\S]*"\/new-name"[\s\S]*"\/older-name"[\s\S]*"\/newer-name"/);
});

test('reports of readers become a pull request, and its merge at the host resolves them', async () => {
  await jobs.bare.commit(page('feedback'));
  for (const comment of ['It is called New feedback.', 'Which one?']) await say('/automation/feedback', comment);
  const prompt = 'Replace "Old feedback" with "New feedback"';
  const id = await create({ kind: 'feedback', minReports: 2 }, prompt);
  await runNow(id);
  const { number, job, headRef } = await pullRequestOf(id, 1);
  expect(await jobs.bare.git('show', `${headRef}:automation/feedback.mdx`)).toContain('New feedback');
  const said = async () => FeedbackList.parse(await call('GET', `/v1/analytics/${jobs.projectId}/feedback`)).feedback;
  expect((await said()).map(({ status }) => status)).toEqual(['in_progress', 'in_progress']);
  await merge(number);
  await expect.poll(async () => (await said()).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
  expect((await said()).map((one) => [one.job?.id, one.resolvedBy?.number])).toEqual([
    [job, number],
    [job, number],
  ]);
});

test('requests to a trigger become one pull request, and another one after its merge', async () => {
  await jobs.bare.commit(page('inbound'));
  const made = await jobs.copydesk.json('trigger', 'create', 'Form', '--project', jobs.projectId, '--prompt', 'Unused');
  const { id: triggerId, secret } = z.object({ id: z.string(), secret: z.string() }).parse(made);
  const id = await create({ kind: 'inbound', triggerId }, 'Replace "Old inbound" with "New inbound"');
  const fire = async (report: string) => await call('POST', `/v1/triggers/${triggerId}`, { report }, secret);
  await Promise.all([fire('The name is old'), fire('The name is wrong')]);
  const first = await pullRequestOf(id, 1);
  await merge(first.number);
  await jobs.jobThat(first.job, ({ status }) => status === 'archived');
  await jobs.bare.commit({ 'automation/inbound.mdx': page('inbound')['automation/inbound.mdx'] ?? '' });
  const before = (await runsOf(id, 1)).length;
  await fire('The name is old again');
  const second = await pullRequestOf(id, before + 1);
  expect(second.number).toBeGreaterThan(first.number);
  expect(second.job).not.toBe(first.job);
});
