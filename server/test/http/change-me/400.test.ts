import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { actionsOf, signedIn } from '../support/signed-in.ts';
import type { SignedIn } from '../support/signed-in.ts';

let api: TestApi;
let ada: SignedIn;
beforeAll(async () => {
  api = await startApi();
  ada = await signedIn(api);
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  [{ name: '' }, ['/name']],
  [{ name: ' ' }, ['/name']],
  [{ name: 'a\nb' }, ['/name']],
  [{ name: 'x'.repeat(101) }, ['/name']],
  [{ name: null }, ['/name']],
  [{ name: 'Ada L.', role: 'owner', email: 'ada@example.com' }, ['/role', '/email']],
  [[], ['']],
])('refuses %j, and changes nothing', async (fields, pointers) => {
  const reply = await ada.send('PATCH', '/v1/me', fields);
  const { errors } = expectProblem(reply, 'invalid_request');
  expect([...new Set(errors?.map(({ pointer }) => pointer))]).toEqual(pointers);
  expect((await ada.send('GET', '/v1/me')).json).toMatchObject({ name: 'Ada', role: 'viewer', email: null });
  expect(await actionsOf(api, ada)).toEqual([]);
});

test('refuses invalid JSON', async () => {
  expectProblem(await ada.send('PATCH', '/v1/me', '{', { 'content-type': 'application/json' }), 'invalid_json');
});
