import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('deletes a webhook with its deliveries, and returns no body', async () => {
  const { webhookId } = await api.newWebhook();
  const { webhookId: other } = await api.newWebhook();
  const path = `/v1/webhooks/${api.project.id}/${webhookId}`;
  const reply = await api.send('DELETE', path);
  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null]);
  for (const method of ['GET', 'DELETE']) expectProblem(await api.send(method, path), 'not_found');
  expect((await api.send('GET', `/v1/webhooks/${api.project.id}`)).json).toMatchObject({ webhooks: [{ id: other }] });
});
