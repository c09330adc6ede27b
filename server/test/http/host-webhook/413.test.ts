import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signed, testWebhooks } from './support.ts';

test('a webhook that is too large is refused', async () => {
  await using api = await startApi({ hostWebhooks: testWebhooks, limits: { hostWebhookBytes: 1_000 } });
  const path = `/v1/code-host/${api.project.id}/webhook`;
  const large = signed([{ key: 'large', event: { text: 'x'.repeat(1_000) } }]);
  expectProblem(await api.send('POST', path, { key: null, ...large }), 'payload_too_large');
  const fits = signed([{ key: 'fits', event: { text: 'x'.repeat(900) } }]);
  expect((await api.send('POST', path, { key: null, ...fits })).status).toBe(202);
});
