import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('refuses a body over 256 KiB', async () => {
  await using api = await startApi();
  const body = { name: 'ci', scopes: ['agent:read'], x: 'x'.repeat(256 * 1024) };
  expectProblem(await api.send('POST', '/v1/keys', { body }), 'payload_too_large');
});
