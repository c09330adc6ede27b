import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('answers the transcript in pages', async () => {
  const { id } = await api.newJob({ prompt: 'one' });
  const path = `/v2/agent/${api.project.id}/job/${id}`;
  for (const prompt of ['two', 'three']) await api.send('POST', `${path}/message`, { body: { prompt } });
  const first = await api.send('GET', `${path}/events?limit=2`);
  expect(first.json).toMatchObject({ events: [{ sequence: 1 }, { sequence: 2 }], hasMore: true });
  expect(first.headers.get('vary')).toBe('Accept');
  const rest = await api.send('GET', `${path}/events?after=2`);
  expect(rest.json).toMatchObject({ events: [{ sequence: 3, data: { prompt: 'three' } }], hasMore: false });
  expect((await api.send('GET', `${path}/events?after=2147483647`)).json).toMatchObject({ events: [], hasMore: false });
});

test.each([
  'application/json',
  '*/*',
  'text/html',
  'text/event-stream;q=0',
  'application/json, text/event-stream;q=0.5',
])('returns JSON for Accept: %s', async (accept) => {
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/events`, { headers: { accept } });
  expect(reply.json).toMatchObject({ events: [{ sequence: 1 }], hasMore: false });
});

test('reports why an active job waits, and nothing for one that has ended', async () => {
  const first = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${first.id}`;
  expect((await api.send('GET', `${path}/events`)).json).toMatchObject({
    waiting: { reason: 'no_worker', ahead: expect.any(Number), until: null, detail: expect.stringContaining('worker') },
  });
  await api.send('POST', `${path}/archive`);
  expect((await api.send('GET', `${path}/events`)).json).toMatchObject({ waiting: null });
});
