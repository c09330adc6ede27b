import { SessionList } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signedIn } from '../support/signed-in.ts';

// A session that is not there is told first, so the table of every endpoint leaves this one out.

test('refuses a header that names no type, and ends no session', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  const { sessions } = SessionList.parse((await ada.send('GET', '/v1/me/sessions')).json);
  const path = `/v1/me/sessions/${sessions[0]?.id ?? ''}`;
  const headers = { 'content-type': 'garbage' };
  expectProblem(await ada.send('DELETE', path, undefined, headers), 'unsupported_media_type');
  expectProblem(await ada.send('DELETE', path, '{}', headers), 'unsupported_media_type');
  expect((await ada.send('GET', '/v1/me')).status).toBe(200);
});
