import { createServer } from 'node:http';
import { openClient } from '@copydesk/client';
import type { Client } from '@copydesk/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const Made = z.object({ id: z.string() });
const Key = z.object({ key: z.string() });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copydesk: CommandLine;
let server: ServerProcess;
let projectId: string;
let live: Client;
let trial: Client;
let trialKey: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  copydesk = await commandLine({ COPYDESK_DATA_DIR: folder.path, COPYDESK_PRIVATE_NETWORKS: '127.0.0.1/32' });
  server = await copydesk.serve();
  projectId = Made.parse(await copydesk.json('project', 'create', '--name', 'Docs')).id;
  const keyOf = async (...options: string[]): Promise<string> =>
    Key.parse(await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'admin', ...options)).key;
  live = openClient({ url: server.url, key: await keyOf() });
  trialKey = await keyOf('--test');
  trial = openClient({ url: server.url, key: trialKey });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Creates a job with a test key, and waits for its end. */
async function run(prompt: string) {
  const { id } = await trial.createJob(projectId, { prompt });
  return await trial.waitForJob(projectId, id);
}

describe('a job with a test key', () => {
  test('goes through its states to a pull request on this server, and continues with a message', async () => {
    const job = await trial.createJob(projectId, { prompt: 'test:completed' });
    expect(job).toMatchObject({ status: 'active', model: 'test/scripted', prLink: null });
    const done = await trial.waitForJob(projectId, job.id);
    expect(done).toMatchObject({ status: 'completed', error: null, outcome: { kind: 'changed' } });
    expect(done.prLink).toMatch(new RegExp(String.raw`^${server.url}/projects/prj_\w+/pulls/1$`));
    const { prLink } = done;
    await trial.sendMessage(projectId, job.id, { prompt: 'test:completed' });
    expect(await trial.waitForJob(projectId, job.id)).toMatchObject({ status: 'completed', prLink });
    const path = { projectId, id: job.id };
    const { files } = await trial.get('/v2/agent/{projectId}/job/{id}/diff', { path });
    expect(files.map(({ path: file, additions }) => ({ file, additions }))).toEqual([
      { file: 'get-started/quickstart.mdx', additions: 4 },
    ]);
    const { totals } = await trial.get('/v2/agent/{projectId}/job/{id}/impact', { path });
    expect(totals.human).toBeGreaterThan(0);
    const usage = await trial.get('/v2/agent/{projectId}/job/{id}/usage', { path });
    expect(usage).toMatchObject({ inputTokens: 0, outputTokens: 0, costUsd: 0 });
    const archived = await trial.post('/v2/agent/{projectId}/job/{id}/archive', { path });
    expect(archived.status).toBe('archived');
    await expect(trial.sendMessage(projectId, job.id, { prompt: 'x' })).rejects.toMatchObject({ code: 'job_archived' });
  });

  test.each([
    ['test:no_change', { status: 'completed', prLink: null, outcome: { kind: 'nothing_to_do' } }],
    ['test:asks', { status: 'completed', prLink: null, outcome: { kind: 'needs_answer' } }],
    ['test:slow:1', { status: 'completed', outcome: { kind: 'changed' } }],
    ['test:failed:checks_failed', { status: 'failed', error: { code: 'checks_failed', retryable: false } }],
    ['test:failed:model_failed', { status: 'failed', error: { code: 'model_failed', retryable: true } }],
    ['test:failed:internal', { status: 'failed', error: { code: 'internal' } }],
    ['test:failed:nonsense', { status: 'failed', error: { code: 'instruction_not_understood' } }],
    ['Fix broken links', { status: 'completed', outcome: { kind: 'changed' } }],
  ])('ends as its prompt says: %s', async (prompt, ending) => {
    expect(await run(prompt)).toMatchObject(ending);
  });

  test('says that its prompt names no test', async () => {
    expect((await run('Fix broken links')).outcome?.text).toContain('was taken as test:completed');
  });

  test('is created once for an idempotency key', async () => {
    const options = { prompt: 'test:no_change' };
    const first = await trial.createJob(projectId, options, { idempotencyKey: 'once' });
    expect((await trial.createJob(projectId, options, { idempotencyKey: 'once' })).id).toBe(first.id);
  });
});

test("live keys and test keys cannot see each other's jobs", async () => {
  const mine = await live.createJob(projectId, { prompt: 'Fix broken links' });
  const theirs = await run('test:no_change');
  const refused = { status: 404, code: 'not_found' };
  await expect(trial.readJob(projectId, mine.id)).rejects.toMatchObject(refused);
  await expect(live.readJob(projectId, theirs.id)).rejects.toMatchObject(refused);
  const answers = await Promise.all(
    [trial, live].map(async (client, index) => {
      const jobId = index === 0 ? mine.id : theirs.id;
      return await client.readJob(projectId, jobId).catch((error: unknown) => String(error));
    }),
  );
  expect(new Set(answers).size).toBe(1);
  const { projects } = await trial.get('/v1/projects');
  expect(projects.map(({ name }) => name)).toEqual(['Docs (test)']);
  const [twin = { id: '' }] = projects;
  expect((await live.get('/v1/projects')).projects.map(({ id }) => id)).toEqual([projectId]);
  await expect(live.get('/v1/projects/{projectId}', { path: { projectId: twin.id } })).rejects.toMatchObject(refused);
  expect((await trial.get('/v1/projects/{projectId}', { path: { projectId: twin.id } })).id).toBe(twin.id);
  const { jobs } = await live.get('/v2/agent/{projectId}/jobs', { path: { projectId } });
  expect(jobs.map(({ id }) => id)).toEqual([mine.id]);
});

describe('page views of a test key', () => {
  test('are generated, of people and AI, page by page', async () => {
    const views = async (offset: number) =>
      await trial.get('/v1/analytics/{projectId}/views', { path: { projectId }, query: { limit: 20, offset } });
    const [first, second, last] = [await views(0), await views(20), await views(40)];
    expect([first, second, last].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    expect(last.totals).toEqual(first.totals);
    expect(first.totals.human).toBeGreaterThan(first.totals.ai);
    expect(first.totals.ai).toBeGreaterThan(0);
    const { agents } = await trial.get('/v1/analytics/{projectId}/agents', { path: { projectId } });
    expect(agents.map(({ agent }) => agent)).toEqual(expect.arrayContaining(['ChatGPT-User', 'ClaudeBot']));
    const missed = await trial.get('/v1/analytics/{projectId}/not-found', { path: { projectId } });
    expect(missed.paths.length).toBeGreaterThan(0);
    expect((await live.get('/v1/analytics/{projectId}/views', { path: { projectId } })).totals.total).toBe(0);
  });

  test('are validated and answered when they are sent, and not counted', async () => {
    const body = [{ path: '/sent', status: 200, userAgent: 'ClaudeBot/1.0' }];
    const before = await trial.get('/v1/analytics/{projectId}/views', { path: { projectId } });
    expect(await trial.post('/v1/collect/{projectId}', { path: { projectId }, body })).toEqual({
      accepted: 1,
      duplicates: 0,
      dropped: [],
    });
    const bad = [{ userAgent: 'ClaudeBot/1.0' }];
    await expect(trial.post('/v1/collect/{projectId}', { path: { projectId }, body: bad })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await trial.get('/v1/analytics/{projectId}/views', { path: { projectId } })).toEqual(before);
  });
});

test('a webhook gets a signed event only of a test that asks for it', async () => {
  const reported: { type: string; signature: boolean }[] = [];
  await using hook = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      const { type } = z.object({ type: z.string() }).parse(JSON.parse(text));
      reported.push({ type, signature: request.headers['webhook-signature'] !== undefined });
      response.end();
    });
  });
  await new Promise<void>((resolve) => void hook.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(hook.address());
  const body = { url: `http://127.0.0.1:${port}/`, events: ['job.completed' as const] };
  await trial.post('/v1/webhooks/{projectId}', { path: { projectId }, body });
  await run('test:no_change');
  await run('test:no_change and test:webhooks');
  await expect.poll(() => reported).toEqual([{ type: 'job.completed', signature: true }]);
});

test('requests that would reach other servers are refused', async () => {
  const path = { projectId };
  const refused = { status: 409, code: 'test_mode' };
  const repository = 'https://github.com/withastro/docs';
  await expect(trial.post('/v1/projects', { body: { name: 'Elsewhere', repository } })).rejects.toMatchObject(refused);
  await expect(trial.patch('/v1/projects/{projectId}', { path, body: { repository } })).rejects.toMatchObject(refused);
  const check = trial.post('/v1/projects/{projectId}/models/check', { path, body: { model: 'openai/gpt-5' } });
  await expect(check).rejects.toMatchObject(refused);
  const judged = trial.get('/v1/questions/{projectId}', { path, query: { judge: true } });
  await expect(judged).rejects.toMatchObject(refused);
});
