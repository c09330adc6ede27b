import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signedIn } from '../support/signed-in.ts';

test('refuses a body that is too large', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  expectProblem(await ada.send('PATCH', '/v1/me', { name: 'x'.repeat(300_000) }), 'payload_too_large');
});
