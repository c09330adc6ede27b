import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signed, testWebhooks } from './support.ts';

test('a webhook may omit its content type, but an invalid one is refused', async () => {
  await using api = await startApi({ hostWebhooks: testWebhooks });
  const path = `/v1/code-host/${api.project.id}/webhook`;
  const { headers, body } = signed([{ key: 'a', event: {} }]);
  const reported = { ...headers, 'content-type': 'json' };
  expectProblem(await api.send('POST', path, { key: null, headers: reported, body }), 'unsupported_media_type');
  expect((await api.send('POST', path, { key: null, headers, body: Buffer.from(body) })).status).toBe(202);
});
