import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a client that reconnects to a finished stream gets 204, so that it stops', async () => {
  const { id } = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${id}`;
  await api.send('POST', `${path}/archive`);
  const accept = 'text/event-stream';
  const back = await api.send('GET', `${path}/events`, { headers: { accept, 'last-event-id': '2' } });
  expect(back).toMatchObject({ status: 204, text: '' });
  const missed = await api.send('GET', `${path}/events`, { headers: { accept, 'last-event-id': '1' } });
  expect(missed.status).toBe(200);
  expect(missed.text).toContain('event: archived');
  const fresh = await api.send('GET', `${path}/events?after=2`, { headers: { accept } });
  expect(fresh).toMatchObject({ status: 200, text: 'retry: 2000\n\n' });
});
