import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['after=-1', { parameter: 'after' }],
  ['after=1.5', { parameter: 'after' }],
  ['after=2147483648', { parameter: 'after' }],
  ['after=1&after=1', { parameter: 'after' }],
  ['limit=501', { parameter: 'limit' }],
  ['limit=0', { parameter: 'limit' }],
])('refuses ?%s', async (query, place) => {
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/events?${query}`);
  expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([place]);
});

test.each(['x', '-1', '1e3', '2147483648', '1 2'])('refuses the Last-Event-ID %s', async (lastEventId) => {
  const { id } = await api.newJob();
  const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId };
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/events`, { headers });
  expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ header: 'Last-Event-ID' }]);
});
