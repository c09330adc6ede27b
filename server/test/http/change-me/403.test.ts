import { expect, test } from 'vitest';
import { signInByKey } from '../../../src/desk/sessions/sign-in-by-key.ts';
import { expectProblem, startApi } from '../support/api.ts';

test('a browser session of a key has no account', async () => {
  await using api = await startApi();
  const visitor = { organisationId: 'org_one', address: '127.0.0.1', userAgent: '', previous: undefined };
  const token = await signInByKey(api.db, visitor, api.adminKey, new Date());
  const headers = { cookie: `__Host-copydesk_session=key.${token}`, origin: 'https://desk.example.com' };
  expect((await api.send('GET', '/v1/me', { key: null, headers })).json).toMatchObject({ kind: 'key' });
  const reply = await api.send('PATCH', '/v1/me', { key: null, headers, body: { name: 'x' } });
  expect(expectProblem(reply, 'insufficient_scope').detail).toContain('An API key has no account.');
});
