import { test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signedIn } from '../support/signed-in.ts';

test('refuses a form', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expectProblem(await ada.send('PUT', '/v1/me/password', 'password=x', headers), 'unsupported_media_type');
});
