import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('returns the delivery that waits to be sent, and needs no body', async () => {
  const { webhookId } = await api.newWebhook();
  const path = `/v1/webhooks/${api.project.id}/${webhookId}`;
  const options = { body: '{', headers: { 'content-type': 'application/json' } };
  const reply = await api.send('POST', `${path}/test`, options);
  expect(reply.json).toMatchObject({ type: 'test', jobId: null, status: 'pending', deliveredAt: null, attempts: [] });
  const log = await api.send('GET', `${path}/deliveries?limit=1`);
  expect(log.json).toMatchObject({ deliveries: [reply.json] });
});

test('a disabled webhook can be tried before it is enabled', async () => {
  const { webhookId: id } = await api.newWebhook();
  const change = { disabled_at: new Date(), disabled_reason: 'gone' };
  await api.db.updateTable('webhook').set(change).where('id', '=', id).execute();
  const reply = await api.send('POST', `/v1/webhooks/${api.project.id}/${id}/test`);
  expect(reply.json).toMatchObject({ status: 'pending' });
});
