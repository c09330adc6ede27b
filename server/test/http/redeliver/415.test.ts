import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('refuses an invalid content type', async () => {
  const { webhookId, deliveryId } = await api.newWebhook();
  const path = `/v1/webhooks/${api.project.id}/${webhookId}/deliveries/${deliveryId}/redeliver`;
  const options = { body: '{}', headers: { 'content-type': 'garbage' } };
  expectProblem(await api.send('POST', path, options), 'unsupported_media_type');
});
