import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('lists only webhooks of the project, oldest first', async () => {
  const path = `/v1/webhooks/${api.project.id}`;
  expect((await api.send('GET', path)).json).toEqual({ webhooks: [] });
  const ids = [(await api.newWebhook()).webhookId, (await api.newWebhook()).webhookId];
  await api.newWebhook(api.foreign);
  expect((await api.send('GET', path)).json).toMatchObject({ webhooks: ids.map((id) => ({ id })) });
});
