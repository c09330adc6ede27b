import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('a content type that is none is refused', async () => {
  await using api = await startApi();
  const { keyId } = await api.newIds();
  const reply = await api.send('DELETE', `/v1/keys/${keyId}`, { headers: { 'content-type': 'garbage' } });
  expectProblem(reply, 'unsupported_media_type');
});
