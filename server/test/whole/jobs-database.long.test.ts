import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EventList, Job } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testFolder, testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { databaseProcesses, signal } from './kill/database-processes.ts';

// A busy machine is slow.
vi.setConfig({ testTimeout: 240_000 });

const sample = fileURLToPath(new URL('../../sample-site', import.meta.url));
const stack = new AsyncDisposableStack();
let repository: TestRepository;
let server: ServerProcess;
let dataDirectory: string;
let agent: string;
let headers: Record<string, string>;
/** Every response status, and `broken connection`. */
const answers = new Set<number | string>();

beforeAll(async () => {
  repository = stack.use(await testRepository());
  await cp(sample, repository.path, { recursive: true });
  await repository.git('add', '--all');
  await repository.git('commit', '--quiet', '--message=The sample site');
  const folder = stack.use(await testFolder());
  dataDirectory = path.join(folder.path, 'data');
  const copydesk = await commandLine({ COPYDESK_DATA_DIR: dataDirectory }, { isEmbedded: true });
  server = await copydesk.serve();
  const project = await copydesk.json('project', 'create', '--name', 'Sample', '--repository', repository.path);
  const { key } = z.object({ key: z.string() }).parse(await copydesk.json('key', 'create', '--name', 'test'));
  headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  agent = `${server.url}/v2/agent/${z.object({ id: z.string() }).parse(project).id}`;
});

afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGTERM');
  await stack.disposeAsync();
});

/** Sends one request; returns undefined when it did not succeed. */
async function call(address: string, post?: { key: string; body: object }): Promise<unknown> {
  try {
    const request = post && {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': post.key },
      body: JSON.stringify(post.body),
    };
    const response = await fetch(address, { headers, ...request });
    answers.add(response.status);
    const body: unknown = await response.json();
    return response.ok ? body : undefined;
  } catch {
    answers.add('broken connection');
    return undefined;
  }
}

/** Retries until the request succeeds, for at most half a minute. */
async function callUntilAnswered(address: string, post?: { key: string; body: object }): Promise<unknown> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await call(address, post);
    if (answer !== undefined) return answer;
    await setTimeout(100);
  }
  throw new Error(`${address} was not answered; answers: ${[...answers].join(', ')}`);
}

async function untilSettled(jobId: string): Promise<Job> {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    const job = Job.parse(await callUntilAnswered(`${agent}/job/${jobId}`));
    if (job.status !== 'active') return job;
    await setTimeout(100);
  }
  const events = await callUntilAnswered(`${agent}/job/${jobId}/events`);
  throw new Error(`The job did not settle within a minute and a half: ${JSON.stringify(events)}`);
}

test('jobs continue although the database is killed repeatedly, and no reply is wrong', async () => {
  const killing = (async () => {
    for (let kill = 0; kill < 4; kill += 1) {
      await setTimeout(300 + Math.random() * 900);
      const { first } = await databaseProcesses(dataDirectory);
      signal(first, 'SIGKILL');
    }
  })();
  const works = Array.from({ length: 6 }, async (_, place) => {
    const prompt = `Rename "Lumen Cloud" to "Lumen ${'ABCDEF'[place]}" and fix broken links`;
    const post = { key: `job-${place}`, body: { prompt } };
    const { id } = Job.parse(await callUntilAnswered(`${agent}/job`, post));
    // Sent twice, but stored once.
    const message = { key: `message-${place}`, body: { prompt: 'Fix missing titles' } };
    await callUntilAnswered(`${agent}/job/${id}/message`, message);
    await callUntilAnswered(`${agent}/job/${id}/message`, message);
    return await untilSettled(id);
  });
  const jobs = await Promise.all(works);
  await killing;

  expect([...answers].filter((answer) => ![200, 201, 409, 503].includes(Number(answer)))).toEqual([]);
  expect(answers).toContain(503);
  expect(jobs.map(({ status, error }) => ({ status, error }))).toEqual(
    jobs.map(() => ({ status: 'completed', error: null })),
  );
  const links = jobs.map(({ prLink }) => prLink);
  expect(new Set(links).size).toBe(jobs.length);
  expect(links).not.toContain(null);
  const list = z.object({ jobs: z.array(Job) }).parse(await callUntilAnswered(`${agent}/jobs`));
  expect(list.jobs.map(({ id }) => id).sort()).toEqual(jobs.map(({ id }) => id).sort());
  const branches = await repository.git('branch', '--list', '--format=%(refname:short)', 'copydesk/*');
  expect(branches.split('\n').sort()).toEqual(jobs.map(({ id }) => `copydesk/${id}`).sort());
  for (const { id } of jobs) {
    const { events } = EventList.parse(await callUntilAnswered(`${agent}/job/${id}/events?limit=500`));
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, place) => place + 1));
    expect(events.filter(({ type }) => type === 'message')).toHaveLength(2);
    const steps = events.flatMap((event) => (event.type === 'step' ? [event.data.step] : []));
    expect(steps).toEqual(steps.map((_, place) => place + 1));
  }
});
