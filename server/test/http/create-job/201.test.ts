import { Job } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJob } from '../../../src/jobs/read/read.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v2/agent/${api.project.id}/job`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('returns an active job that is stored, with its location', async () => {
  const reply = await api.send('POST', path, { body: { prompt: 'Fix broken links' } });
  expect(reply.status).toBe(201);
  const job = Job.parse(reply.json);
  expect(job).toEqual({
    id: expect.stringMatching(/^job_[0-9a-hjkmnp-tv-z]{26}$/),
    status: 'active',
    source: { repository: 'https://git.example.com/docs.git', ref: `copydesk/${job.id}` },
    model: 'builtin/copyeditor',
    prLink: null,
    createdAt: expect.stringMatching(/Z$/),
    archivedAt: null,
    error: null,
    outcome: null,
    pullRequest: null,
    checks: null,
    madeFrom: null,
    page: `https://desk.example.com/projects/${api.project.id}/jobs/${job.id}`,
    author: { kind: 'key', id: expect.stringMatching(/^key_/), name: 'test' },
    summary: 'Fix broken links',
  });
  expect(reply.headers.get('location')).toBe(`https://desk.example.com${path}/${job.id}`);
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('idempotency-replayed')).toBeNull();
  const { page: _page, ...stored } = job;
  expect(await readJob(api.db, api.project.id, job.id)).toEqual(stored);
});

test.each<[string, string]>([
  ['the longest there is', '🦊'.repeat(32_000)],
  ['white space around it', '  \tFix\r\nbroken links\n '],
  ['characters of all planes', 'naïve Ω 漢字 \u{10ffff} \u0001 \u2028 \ufeff "\\'],
])('stores a prompt with %s exactly', async (_name, prompt) => {
  const reply = await api.send('POST', path, { body: { prompt } });
  expect(reply.status).toBe(201);
  const { id } = Job.parse(reply.json);
  const events = await api.send('GET', `${path}/${id}/events`);
  expect(events.json).toMatchObject({ events: [{ type: 'message', data: { position: 0, prompt } }] });
});

test('ignores unknown fields, and __proto__', async () => {
  const body = '{"prompt":"x","model":"other","__proto__":{"admin":true},"constructor":{"prototype":{}}}';
  const reply = await api.send('POST', path, { body, headers: { 'content-type': 'application/json' } });
  expect(Job.parse(reply.json).model).toBe('builtin/copyeditor');
});

test('the last of two fields with the same name counts', async () => {
  const body = '{"prompt":"first","prompt":"second"}';
  const reply = await api.send('POST', path, { body, headers: { 'content-type': 'application/json' } });
  const events = await api.send('GET', `${path}/${Job.parse(reply.json).id}/events`);
  expect(events.json).toMatchObject({ events: [{ data: { prompt: 'second' } }] });
});

test.each(['application/json;charset=UTF-8', 'Application/Json', 'application/json; charset=utf8'])(
  'accepts the content type %s',
  async (type) => {
    const reply = await api.send('POST', path, { body: '{"prompt":"x"}', headers: { 'content-type': type } });
    expect(reply.status).toBe(201);
  },
);

test('a replay returns the same job in its current state, and costs no quota', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  const first = await api.send('POST', path, { body: { prompt: 'x' }, headers });
  const { id } = Job.parse(first.json);
  await api.send('POST', `${path}/${id}/archive`);
  const again = await api.send('POST', path, { body: { prompt: 'x', extra: 1 }, headers });
  expect(again.status).toBe(201);
  expect(Job.parse(again.json)).toMatchObject({ id, status: 'archived' });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(again.headers.get('ratelimit')?.split(';')[1]).toBe(first.headers.get('ratelimit')?.split(';')[1]);
});

test('an idempotency key belongs to one project', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const key = await api.newKey({ organisationId: api.foreign.organisationId });
  const mine = await api.send('POST', path, { body: { prompt: 'x' }, headers });
  const theirs = await api.send('POST', `/v2/agent/${api.foreign.id}/job`, { body: { prompt: 'x' }, headers, key });
  expect(theirs.status).toBe(201);
  expect(Job.parse(theirs.json).id).not.toBe(Job.parse(mine.json).id);
});

test('ten concurrent requests with one idempotency key create one job', async () => {
  const headers = { 'idempotency-key': 'at-once' };
  const replies = await Promise.all(
    Array.from({ length: 10 }, async () => await api.send('POST', path, { body: { prompt: 'once' }, headers })),
  );
  const accepted = replies.filter((reply) => reply.status === 201);
  expect(new Set(accepted.map((reply) => Job.parse(reply.json).id)).size).toBe(1);
  for (const reply of replies) expect([201, 409]).toContain(reply.status);
});

test('reports the quota', async () => {
  const reply = await api.send('POST', path, { body: { prompt: 'x' } });
  expect(reply.headers.get('ratelimit-policy')).toBe('"create";q=1000;w=3600');
  expect(reply.headers.get('ratelimit')).toMatch(/^"create";r=\d{3};t=\d{1,4}$/);
});
