import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { EventList, Job } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A busy machine is slow.
vi.setConfig({ testTimeout: 120_000 });

const models = ['anthropic/claude-sonnet-5-5', 'openai/gpt-5', 'google/gemini-2.5-pro', 'compatible/llama3'];
const apiKey = 'sk-whole-0a1b2c3d4e5f60718293';

const stack = new AsyncDisposableStack();
const mock = new LLMock({ port: 0 });
let server: ServerProcess;
let repository: TestRepository;
let dataDirectory: string;
let headers: Record<string, string>;

/** One project for each model, by the model's name. */
const projects = new Map<string, string>();

beforeAll(async () => {
  await mock.start();
  stack.defer(() => mock.stop());
  repository = stack.use(await testRepository());
  await repository.commit({ 'docs/guide.md': '# Guide\n\nAcme Cloud keeps your files.\n' });
  dataDirectory = path.join(stack.use(await temporaryFolder()).path, 'data');
  // The files of the embedded database are searched for keys, too.
  const copydesk = await commandLine(
    {
      COPYDESK_DATA_DIR: dataDirectory,
      COPYDESK_PATIENCE_MINUTES: '0',
      ANTHROPIC_API_KEY: apiKey,
      ANTHROPIC_BASE_URL: mock.url,
      OPENAI_API_KEY: apiKey,
      OPENAI_BASE_URL: `${mock.url}/v1`,
      GOOGLE_API_KEY: apiKey,
      GOOGLE_BASE_URL: mock.url,
      COMPATIBLE_API_KEY: apiKey,
      COMPATIBLE_BASE_URL: `${mock.url}/v1/`,
    },
    { isEmbedded: true },
  );
  server = await copydesk.serve();
  const { key } = z.object({ key: z.string() }).parse(await copydesk.json('key', 'create', '--name', 'test'));
  headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (const model of models) {
    const draft = ['--name', model, '--model', model, '--repository', repository.path];
    const project = z.object({ id: z.string() }).parse(await copydesk.json('project', 'create', ...draft));
    projects.set(model, project.id);
  }
});

afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGTERM');
  await stack.disposeAsync();
});

/** Matches a request of the agent that has seen so many tool results. */
const after = (count: number) => ({
  predicate: ({ messages, tools: offered = [] }: { messages: { role: string }[]; tools?: unknown[] }) =>
    offered.length > 0 && messages.filter(({ role }) => role === 'tool').length === count,
});

/** Reads the page, changes it, and says so; answers other requests in a few words. */
function worksWell(): void {
  const edit = { path: 'docs/guide.md', edits: [{ old: 'Acme Cloud', new: 'Acme Platform' }] };
  mock.on(after(0), {
    content: 'First the page.',
    toolCalls: [{ name: 'read_file', arguments: '{"path":"docs/guide.md"}' }],
  });
  mock.on(after(1), { toolCalls: [{ name: 'edit_file', arguments: JSON.stringify(edit) }] });
  mock.on({ predicate: () => true }, { content: 'Renamed the product on the guide.' });
}

/** Runs a job of the project of that model to its end. */
async function runJob(model: string) {
  const agent = `${server.url}/v2/agent/${projects.get(model)}/job`;
  const body = JSON.stringify({ prompt: 'Rename Acme Cloud to Acme Platform.' });
  const { id } = Job.parse(await (await fetch(agent, { method: 'POST', headers, body })).json());
  const read = async (what: string): Promise<unknown> => (await fetch(`${agent}/${id}${what}`, { headers })).json();
  await expect
    .poll(async () => Job.parse(await read('')).status, { timeout: 60_000, interval: 100 })
    .not.toBe('active');
  const { events } = EventList.parse(await read('/events?limit=500'));
  return { job: Job.parse(await read('')), events };
}

test.each(models)('%s: a job changes a page with only a key and an address set', async (model) => {
  mock.reset();
  worksWell();
  const { job, events } = await runJob(model);
  expect(job).toMatchObject({ status: 'completed', model, error: null, prLink: expect.stringContaining('http') });
  expect(await repository.git('show', `copydesk/${job.id}:docs/guide.md`)).toContain('Acme Platform keeps your files.');
  expect(events.find(({ type }) => type === 'step')?.data).toMatchObject({ text: 'First the page.' });
});

test.each(models)('%s: a wrong key fails the job at once, with a hint where to look', async (model) => {
  mock.reset();
  mock.on({ predicate: () => true }, { error: { message: `Invalid API key ${apiKey}` }, status: 401 });
  const { job } = await runJob(model);
  expect(job).toMatchObject({ status: 'failed', error: { code: 'model_not_configured', retryable: false } });
  expect(job.error?.detail).toContain(`${model.split('/')[0]?.toUpperCase()}_API_KEY`);
});

test.each(models)(
  '%s: a job waits for an overloaded provider, and fails with the reason if that does not help',
  async (model) => {
    mock.reset();
    mock.on({ predicate: () => true }, { error: { message: 'Overloaded' }, status: 529 });
    const { job } = await runJob(model);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'model_failed', retryable: true } });
    expect(job.error?.detail).toMatch(/status 529.*waited/);
  },
);

test('the key is in no output, file or log', async () => {
  expect(server.output()).not.toContain(apiKey);
  for (const file of await readdir(dataDirectory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const content = await readFile(path.join(file.parentPath, file.name)).catch(() => Buffer.alloc(0));
    expect(content.includes(apiKey) ? file.name : '').toBe('');
  }
});
