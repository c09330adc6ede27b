import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signedIn } from '../support/signed-in.ts';

test('refuses a body that is too large', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  const body = { password: 'x'.repeat(300_000) };
  expectProblem(await ada.send('PUT', '/v1/me/password', body), 'payload_too_large');
});
