import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses an invalid content type', async () => {
  await using api = await startApi();
  const { keyId } = await api.newIds();
  const reply = await api.send('POST', `/v1/keys/${keyId}/rotate`, {
    headers: { 'content-type': 'garbage' },
    body: 'x',
  });
  expectProblem(reply, 'unsupported_media_type');
});
