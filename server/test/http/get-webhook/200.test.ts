import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('reports whether it fails or is disabled, and why', async () => {
  const { webhookId: id } = await api.newWebhook();
  const path = `/v1/webhooks/${api.project.id}/${id}`;
  expect((await api.send('GET', path)).json).toMatchObject({ id, failingSince: null, disabledAt: null });
  const at = new Date('2026-01-05T09:30:00Z');
  const change = { failing_since: at, disabled_at: at, disabled_reason: 'failing' };
  await api.db.updateTable('webhook').set(change).where('id', '=', id).execute();
  expect((await api.send('GET', path)).json).toMatchObject({
    failingSince: '2026-01-05T09:30:00.000Z',
    disabledAt: '2026-01-05T09:30:00.000Z',
    disabledReason: 'failing',
  });
});
