import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('archives a job permanently, and changes nothing when repeated', async () => {
  const { id } = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${id}`;
  const first = await api.send('POST', `${path}/archive`);
  expect(first.json).toMatchObject({ id, status: 'archived', archivedAt: expect.stringMatching(/Z$/) });
  expect((await api.send('POST', `${path}/archive`)).json).toEqual(first.json);
  expect((await api.send('GET', `${path}/events`)).json).toMatchObject({
    events: [{ type: 'message' }, { type: 'archived', data: { by: 'api' } }],
  });
});

test('ignores a body', async () => {
  const { id } = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${id}/archive`;
  const headers = { 'content-type': 'application/json' };
  expect((await api.send('POST', path, { body: '{', headers })).status).toBe(200);
  expect((await api.send('POST', path, { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(200);
});
