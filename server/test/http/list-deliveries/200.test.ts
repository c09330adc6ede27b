import { WebhookDelivery, WebhookDeliveryList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('lists deliveries page by page, newest first, each once', async () => {
  const { webhookId, deliveryId } = await api.newWebhook();
  const path = `/v1/webhooks/${api.project.id}/${webhookId}`;
  const made = [deliveryId];
  for (let count = 0; count < 4; count += 1) {
    made.unshift(WebhookDelivery.parse((await api.send('POST', `${path}/test`)).json).id);
  }
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 3; page += 1) {
    const { json } = await api.send('GET', `${path}/deliveries?limit=2${cursor}`);
    const { deliveries, nextCursor } = WebhookDeliveryList.parse(json);
    seen.push(...deliveries.map(({ id }) => id));
    cursor = `&cursor=${nextCursor}`;
  }
  expect(seen).toEqual(made);
  expect(cursor).toBe('&cursor=null');
});

test('lists the last twenty attempts, oldest first', async () => {
  const { webhookId, deliveryId } = await api.newWebhook();
  const attempts = Array.from({ length: 25 }, (_, index) => ({ delivery_id: deliveryId, number: index + 1 }));
  await api.db.insertInto('webhook_attempt').values(attempts).execute();
  const reply = await api.send('GET', `/v1/webhooks/${api.project.id}/${webhookId}/deliveries`);
  const [delivery] = WebhookDeliveryList.parse(reply.json).deliveries;
  expect(delivery?.attempts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 6));
});

test('does not list deliveries of other webhooks', async () => {
  const { webhookId, deliveryId } = await api.newWebhook();
  await api.newWebhook();
  const reply = await api.send('GET', `/v1/webhooks/${api.project.id}/${webhookId}/deliveries`);
  expect(WebhookDeliveryList.parse(reply.json).deliveries.map(({ id }) => id)).toEqual([deliveryId]);
});
