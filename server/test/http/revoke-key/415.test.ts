import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses an invalid content type', async () => {
  await using api = await startApi();
  const { keyId } = await api.newIds();
  const reply = await api.send('DELETE', `/v1/keys/${keyId}`, { headers: { 'content-type': 'garbage' } });
  expectProblem(reply, 'unsupported_media_type');
});
