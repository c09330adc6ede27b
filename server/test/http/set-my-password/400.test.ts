import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { actionsOf, signedIn } from '../support/signed-in.ts';

const path = '/v1/me/password';
const current = 'the one so far';
const password = 'a few good words';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

let people = 0;

test.each([
  ['nothing', {}, '/password'],
  ['what is no text', { password: 7 }, '/password'],
  ['a short one', { password: 'short', current }, '/password'],
  ['the name of who asks', { password: 'ada.lovelace@example.com', current }, '/password'],
  ['none so far', { password }, '/current'],
  ['a wrong one so far', { password, current: 'another one' }, '/current'],
  ['what is not known', { password, current, name: 'x' }, '/name'],
])('refuses %s, and changes nothing', async (_what, body, pointer) => {
  people += 1;
  const email = people === 4 ? 'ada.lovelace@example.com' : `ada${people}@example.com`;
  const ada = await signedIn(api, { email, password: current });
  const elsewhere = await ada.again();
  const { errors } = expectProblem(await ada.send('PUT', path, body), 'invalid_request');
  expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
  expect((await elsewhere.send('GET', '/v1/me')).status).toBe(200);
  expect(await actionsOf(api, ada)).toEqual([]);
});

test('refuses a person without an e-mail address to sign in with', async () => {
  const reply = await (await signedIn(api)).send('PUT', path, { password });
  expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ pointer: '/password' }]);
});
