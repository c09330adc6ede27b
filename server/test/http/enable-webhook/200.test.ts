import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('enables a disabled webhook and clears its failures, and changes nothing when repeated', async () => {
  const { webhookId: id } = await api.newWebhook();
  const path = `/v1/webhooks/${api.project.id}/${id}`;
  const before = (await api.send('GET', path)).json;
  const change = { failing_since: new Date(0), disabled_at: new Date(), disabled_reason: 'gone' };
  await api.db.updateTable('webhook').set(change).where('id', '=', id).execute();
  expect((await api.send('POST', `${path}/enable`)).json).toEqual(before);
  expect((await api.send('POST', `${path}/enable`)).json).toEqual(before);
});

test('enabling an enabled webhook does not reset its failures', async () => {
  const { webhookId: id } = await api.newWebhook();
  await api.db
    .updateTable('webhook')
    .set({ failing_since: new Date(0) })
    .where('id', '=', id)
    .execute();
  const reply = await api.send('POST', `/v1/webhooks/${api.project.id}/${id}/enable`);
  expect(reply.json).toMatchObject({ failingSince: '1970-01-01T00:00:00.000Z' });
});
