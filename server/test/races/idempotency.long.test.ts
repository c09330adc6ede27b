import path from 'node:path';
import { Job, JobList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const keysAtOnce = 10;
const requestsOfKey = 30;
/** The attempts of one client: far more than a server restart needs. */
const mostTries = 600;

const stack = new AsyncDisposableStack();
let copydesk: CommandLine;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder());
  copydesk = await commandLine({
    COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
    COPYDESK_QUOTA_CREATE: String(keysAtOnce),
    COPYDESK_LOG_LEVEL: 'error',
  });
  server = await copydesk.serve('--no-worker');
  const key = await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'agent:read,agent:write');
  token = z.object({ key: z.string() }).parse(key).key;
});

afterAll(async () => {
  if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGTERM');
  await stack.disposeAsync();
});

async function newProject(name: string): Promise<string> {
  return z.object({ id: z.string() }).parse(await copydesk.json('project', 'create', '--name', name)).id;
}

/** What a client saw until it had its job: every response, and `lost` for each that never came. */
interface Story {
  answers: string[];
  jobId: string;
}

/** Plays one of many clients that send the same request, and repeat it until it is accepted. */
async function insist(projectId: string, key: string, onAnswer: () => void): Promise<Story> {
  const answers: string[] = [];
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const response = await post(projectId, key).catch(() => undefined);
    const body: unknown = await response?.json().catch(() => undefined);
    const answer = response === undefined || body === undefined ? 'lost' : nameOf(response, body);
    answers.push(answer);
    onAnswer();
    if (answer === 'accepted' || answer === 'replayed') return { answers, jobId: Job.parse(body).id };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The client was never answered: ${[...new Set(answers)].join(', ')}`);
}

function post(projectId: string, key: string): Promise<Response> {
  return fetch(`${server.url}/v2/agent/${projectId}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ prompt: `Say nothing of ${key}` }),
  });
}

function nameOf(response: Response, body: unknown): string {
  if (response.status === 201) return response.headers.get('idempotency-replayed') === 'true' ? 'replayed' : 'accepted';
  return z.object({ code: z.string() }).parse(body).code;
}

/** Runs all clients of all keys concurrently; returns their stories, key by key. */
async function sendAll(projectId: string, onAnswer: () => void): Promise<Story[][]> {
  const keys = Array.from({ length: keysAtOnce }, (_, index) => `key-${index}`);
  const clients = keys.map((key) =>
    Promise.all(Array.from({ length: requestsOfKey }, () => insist(projectId, key, onAnswer))),
  );
  return await Promise.all(clients);
}

async function jobIds(projectId: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/v2/agent/${projectId}/jobs?limit=100`, { headers });
  return JobList.parse(await response.json()).jobs.map((job) => job.id);
}

/** Kills the server and starts another one three times, each time after some more responses. */
async function killAgainAndAgain(progress: { answers: number; over: boolean }): Promise<void> {
  for (let kills = 0; kills < 3; kills += 1) {
    const enough = progress.answers + 40;
    while (progress.answers < enough && !progress.over) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.end('SIGKILL');
    server = await copydesk.serve('--no-worker');
  }
}

function countOf(stories: Story[], answer: string): number {
  return stories.flatMap((story) => story.answers).filter((one) => one === answer).length;
}

/** 300 clients on two busy cores, which start the server four times. */
const timeout = 240_000;

test('30 parallel identical requests of each of 10 keys make 10 jobs', { timeout }, async () => {
  const projectId = await newProject('Parallel');
  const stories = await sendAll(projectId, () => {});
  for (const ofKey of stories) {
    expect(new Set(ofKey.map((story) => story.jobId)).size).toBe(1);
    expect(countOf(ofKey, 'accepted')).toBe(1);
    const others = new Set(ofKey.flatMap((story) => story.answers));
    expect([...others].toSorted()).toEqual(expect.arrayContaining(['accepted', 'replayed']));
    // On a slow machine the server sheds load rather than collapse; the quota has no room for a second job per key.
    for (const other of ['accepted', 'replayed', 'idempotency_key_in_flight', 'overloaded']) others.delete(other);
    expect([...others]).toEqual([]);
  }
  const ids = await jobIds(projectId);
  expect(ids).toHaveLength(keysAtOnce);
  expect(new Set(ids)).toEqual(new Set(stories.map((ofKey) => ofKey[0]?.jobId)));
});

test(
  'requests with a key make one job each, even if the server is killed and started again repeatedly',
  { timeout },
  async () => {
    const projectId = await newProject('Killed');
    const progress = { answers: 0, over: false };
    const killing = killAgainAndAgain(progress);
    const stories = await sendAll(projectId, () => (progress.answers += 1)).finally(() => (progress.over = true));
    await killing;
    for (const ofKey of stories) {
      expect(new Set(ofKey.map((story) => story.jobId)).size).toBe(1);
      expect(countOf(ofKey, 'accepted')).toBeLessThanOrEqual(1);
    }
    expect(stories.some((ofKey) => countOf(ofKey, 'lost') > 0)).toBe(true);
    const ids = await jobIds(projectId);
    expect(ids).toHaveLength(keysAtOnce);
    expect(new Set(ids)).toEqual(new Set(stories.map((ofKey) => ofKey[0]?.jobId)));
  },
);
