import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a finished delivery waits to be sent again', async () => {
  const { webhookId, deliveryId } = await api.newWebhook();
  const path = `/v1/webhooks/${api.project.id}/${webhookId}/deliveries/${deliveryId}/redeliver`;
  for (const over of [{ delivered_at: new Date() }, { given_up_at: new Date() }]) {
    await api.db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: null, ...over })
      .where('id', '=', deliveryId)
      .execute();
    expect((await api.send('POST', path)).json).toMatchObject({ id: deliveryId, status: 'pending', deliveredAt: null });
  }
});
