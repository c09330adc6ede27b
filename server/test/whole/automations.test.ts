import path from 'node:path';
import { Automation, AutomationDryRun, AutomationRunList, Job } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testFolder, testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';

const stack = new AsyncDisposableStack();
let docs: TestRepository;
let product: TestRepository;
let copydesk: CommandLine;
let server: ServerProcess;
let projectId: string;
let token: string;

// Whole jobs and server restarts, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

beforeAll(async () => {
  docs = stack.use(await testRepository({ bare: true }));
  product = stack.use(await testRepository({ bare: true }));
  const folder = stack.use(await testFolder());
  await docs.commit({ 'guide.md': '# Guide\n\nUse Acme Cloud.\n' });
  await product.commit({ 'src/cli.ts': 'export {};\n' });
  copydesk = await commandLine({ COPYDESK_DATA_DIR: path.join(folder.path, 'data') });
  const made = await copydesk.json('project', 'create', '--name', 'Docs', '--repository', docs.path);
  projectId = z.object({ id: z.string() }).parse(made).id;
  await copydesk.json('project', 'context', 'add', 'Docs', '--name', 'product', '--repository', product.path);
  const key = await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'admin,agent:read,agent:write');
  token = z.object({ key: z.string() }).parse(key).key;
  server = await copydesk.serve();
  stack.defer(async () => {
    if (server.child.exitCode === null) await server.end('SIGTERM');
  });
});

afterAll(() => stack.disposeAsync());

async function call(method: string, below: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const reply = await fetch(`${server.url}${below}`, init);
  if (!reply.ok) throw new Error(`${method} ${below}: ${await reply.text()}`);
  return reply.status === 204 ? undefined : await reply.json();
}

async function create(draft: object): Promise<string> {
  return Automation.parse(await call('POST', `/v1/automations/${projectId}`, draft)).id;
}

async function runs(id: string): Promise<AutomationRunList['runs']> {
  return AutomationRunList.parse(await call('GET', `/v1/automations/${projectId}/${id}/runs`)).runs.toReversed();
}

async function run(id: string): Promise<void> {
  await call('POST', `/v1/automations/${projectId}/${id}/run`);
}

/** Returns the decisions, as soon as so many are no longer waiting. */
async function decided(id: string, count: number): Promise<string[]> {
  await expect
    .poll(async () => (await runs(id)).filter(({ decision }) => decision !== 'waiting').length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(count);
  return (await runs(id)).map(({ decision }) => decision);
}

async function ended(jobId: string): Promise<Job> {
  const read = async () => Job.parse(await call('GET', `/v2/agent/${projectId}/job/${jobId}`));
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).not.toBe('active');
  return await read();
}

test('a schedule run by hand starts a job, adds to it while its pull request is open, and starts another after it is archived', async () => {
  const prompt = 'Replace "Acme Cloud" with "Acme Platform"';
  const id = await create({ name: 'Names', trigger: { kind: 'schedule' }, prompt, enabled: false });
  const reported = AutomationDryRun.parse(await call('GET', `/v1/automations/${projectId}/${id}/dry-run`));
  expect(reported.jobs).toBeGreaterThanOrEqual(4);
  await run(id);
  expect(await decided(id, 1)).toEqual(['job']);
  const [first] = await runs(id);
  const job = await ended(first?.job?.id ?? '');
  expect(job).toMatchObject({ status: 'completed', pullRequest: { number: 1, state: 'open' } });
  expect(job.author).toMatchObject({ kind: 'system', name: 'automation Names' });
  await run(id);
  expect(await decided(id, 2)).toEqual(['job', 'message']);
  expect((await ended(job.id)).pullRequest).toMatchObject({ number: 1, state: 'open' });
  await server.end('SIGKILL');
  server = await copydesk.serve();
  await call('POST', `/v2/agent/${projectId}/job/${job.id}/archive`);
  await docs.commit({ 'other.md': '# Other\n\nAcme Cloud again.\n' });
  await run(id);
  expect(await decided(id, 3)).toEqual(['job', 'message', 'job']);
});

test('a push to a context repository is skipped if the automation asks a model and none can be asked, and starts a job otherwise', async () => {
  const trigger = { kind: 'product_changed', paths: ['src/**'] };
  const prompt = 'Fix broken links';
  const asking = await create({ name: 'Asking', trigger, prompt });
  const taking = await create({ name: 'Taking', trigger: { ...trigger, ask: false }, prompt });
  for (const id of [asking, taking]) expect(await decided(id, 1)).toEqual(['nothing']);
  await product.commit({ 'src/cli.ts': 'export const watch = true;\n' }, { message: 'Add --watch' });
  for (const id of [asking, taking]) await run(id);
  expect(await decided(asking, 2)).toEqual(['nothing', 'nothing']);
  expect((await runs(asking))[1]?.why).toMatch(/“Add --watch”: left, the project has no model that could be asked/);
  expect(await decided(taking, 2)).toEqual(['nothing', 'job']);
});

test('commands on another machine show and do the same', async () => {
  const key = { COPYDESK_URL: server.url, COPYDESK_KEY: token };
  const remote = await commandLine(key);
  const made = await remote.json(
    'automation',
    'create',
    'Remote',
    '--project',
    projectId,
    '--on',
    'schedule',
    '--prompt',
    'Fix broken links',
    '--with',
    'cron=@daily',
    '--time-zone',
    'Europe/Berlin',
    '--quiet',
    '22:00-07:00',
  );
  expect(Automation.parse(made)).toMatchObject({
    trigger: { kind: 'schedule', cron: '@daily', timeZone: 'Europe/Berlin' },
    limits: { quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } },
  });
  const changed = await remote.json(
    'automation',
    'set',
    'Remote',
    '--project',
    projectId,
    '--disable',
    '--quiet',
    'none',
  );
  expect(Automation.parse(changed)).toMatchObject({ enabled: false, limits: { quietHours: null } });
  const reported = await remote.json('automation', 'dry-run', 'Remote', '--project', projectId);
  expect(AutomationDryRun.parse(reported).runs.length).toBeGreaterThanOrEqual(29);
  await remote.json('automation', 'delete', 'Remote', '--project', projectId);
  await expect(remote.json('automation', 'runs', 'Remote', '--project', projectId)).rejects.toThrow(/no automation/);
});
