import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Job, EventList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testFolder, testRepository } from '../support/git-repository.ts';
import type { TestFolder, TestRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';

const sample = fileURLToPath(new URL('../../sample-site', import.meta.url));
const stack = new AsyncDisposableStack();
let repository: TestRepository;
let folder: TestFolder;
let copydesk: CommandLine;
let projectId: string;
let token: string;
let server: ServerProcess;

beforeAll(async () => {
  repository = stack.use(await testRepository());
  await cp(sample, repository.path, { recursive: true });
  await repository.git('add', '--all');
  await repository.git('commit', '--quiet', '--message=The sample site');
  folder = stack.use(await testFolder());
  copydesk = await commandLine({ COPYDESK_DATA_DIR: path.join(folder.path, 'data') }, { isEmbedded: true });
  server = await copydesk.serve();
  const project = await copydesk.json('project', 'create', '--name', 'Sample', '--repository', repository.path);
  projectId = z.object({ id: z.string() }).parse(project).id;
  const key = await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'agent:read,agent:write');
  token = z.object({ key: z.string() }).parse(key).key;
});

afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGTERM');
  await stack.disposeAsync();
});

async function call(address: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(address, { headers, ...post });
  return await response.json();
}

/** Polls until `enough` returns true, for at most a minute. */
async function pollEvents(url: string, jobId: string, enough: (events: EventList['events']) => boolean) {
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    const { events } = EventList.parse(await call(`${url}/v2/agent/${projectId}/job/${jobId}/events?limit=500`));
    if (enough(events)) return events;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The job did not get there within a minute');
}

test('a job completes with one pull request although its server is killed repeatedly', async () => {
  const prompt = 'Rename "Lumen Cloud" to "Lumen Platform" and fix broken links';
  const { id } = Job.parse(await call(`${server.url}/v2/agent/${projectId}/job`, { prompt }));
  for (const steps of [1, 3, 5]) {
    await pollEvents(server.url, id, (events) => events.filter(({ type }) => type === 'step').length >= steps);
    await server.end('SIGKILL');
    server = await copydesk.serve();
  }
  const events = await pollEvents(server.url, id, (list) =>
    list.some(({ type }) => type === 'completed' || type === 'failed'),
  );
  const job = Job.parse(await call(`${server.url}/v2/agent/${projectId}/job/${id}`));
  expect(job).toMatchObject({
    status: 'completed',
    error: null,
    prLink: `${server.url}/projects/${projectId}/pulls/1`,
  });
  const steps = events.flatMap((event) => (event.type === 'step' ? [event.data.step] : []));
  expect(steps).toEqual(steps.map((_, place) => place + 1));
  expect(events.filter(({ type }) => type === 'pull_request')).toHaveLength(1);
  expect(await repository.git('branch', '--list', '--format=%(refname:short)', 'copydesk/*')).toBe(`copydesk/${id}`);
  expect(await repository.git('rev-list', '--count', `main..copydesk/${id}`)).toBe('1');
  expect(
    await repository.git('grep', '--name-only', 'Lumen Cloud', `copydesk/${id}`, '--', '*.mdx').catch(() => ''),
  ).not.toContain('billing');
}, 300_000);

test('a server ends cleanly on SIGTERM, and the key is in no output or file', async () => {
  const { code } = await server.end('SIGTERM');
  expect(code).toBe(0);
  expect(server.output()).not.toContain(token);
  const files = await readdir(path.join(folder.path, 'data'), { recursive: true, withFileTypes: true });
  const holding: string[] = [];
  for (const file of files.filter((entry) => entry.isFile())) {
    const content = await readFile(path.join(file.parentPath, file.name));
    if (content.includes(token)) holding.push(file.name);
  }
  expect(files.length).toBeGreaterThan(100);
  expect(holding).toEqual([]);
});
