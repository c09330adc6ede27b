import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from './support/api.ts';
import type { TestApi } from './support/api.ts';
import { countViews, viewsOf } from './support/views.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const missing = { found: false, at: Date.now() - 3_600_000 };
  await countViews(api, [
    ...viewsOf('/there', { person: 9 }, { at: missing.at }),
    ...viewsOf('/guide/old', { claude: 3, cursor: 1, person: 1 }, missing),
    ...viewsOf('/guide/older', { person: 4 }, missing),
    ...viewsOf('/once', { claude: 1 }, missing),
  ]);
});
afterAll(async () => await api[Symbol.asyncDispose]());

const repair = async (body: object, headers: Record<string, string> = {}) =>
  await api.send('POST', `/v1/analytics/${api.project.id}/not-found/repair`, { body, headers });

const pathsOf = async (jobId: string) =>
  await api.db
    .selectFrom('job_missed_path')
    .select(['path', 'human', 'ai'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();

const idOf = (json: unknown): string =>
  typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : '';

test('creates a job with the missing addresses that were requested often enough, most first', async () => {
  const reply = await repair({});
  expect(reply.status).toBe(201);
  expect(reply.json).toMatchObject({ status: 'active', prLink: null });
  expect(await pathsOf(idOf(reply.json))).toEqual([
    { path: '/guide/old', human: 1, ai: 4 },
    { path: '/guide/older', human: 4, ai: 0 },
  ]);
});

test.each([
  [{ from: 'ai' }, ['/guide/old']],
  [{ from: 'people', minViews: 1 }, ['/guide/older', '/guide/old']],
  [{ minViews: 1, minAgents: 2 }, ['/guide/old']],
  [{ from: 'ai', minViews: 1, days: 1 }, ['/guide/old', '/once']],
])('%j picks %j', async (body, paths) => {
  const reply = await repair(body);
  expect((await pathsOf(idOf(reply.json))).map(({ path }) => path)).toEqual(paths);
});

test('refuses if no address was requested so often, and refuses invalid requests and keys', async () => {
  const problem = expectProblem(await repair({ minViews: 500 }), 'nothing_not_found');
  expect(problem.detail).toBe('In the last 30 days, no missing address was requested 500 times or more.');
  for (const body of [{ from: 'bots' }, { minViews: 0 }, { days: 366 }, { minAgents: 11 }, { minViews: '2' }])
    expectProblem(await repair(body), 'invalid_request');
  const reader = await api.newKey({ scopes: ['analytics:read'] });
  const path = `/v1/analytics/${api.project.id}/not-found/repair`;
  expectProblem(await api.send('POST', path, { body: {}, key: reader }), 'insufficient_scope');
});

test('a repeated request with the same idempotency key returns the same job, with its addresses stored once', async () => {
  const headers = { 'idempotency-key': 'repair-1' };
  const [first, again] = [await repair({}, headers), await repair({}, headers)];
  expect(idOf(again.json)).toBe(idOf(first.json));
  expect(await pathsOf(idOf(first.json))).toHaveLength(2);
  expectProblem(await repair({ days: 7 }, headers), 'idempotency_key_reused');
});
