import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('requires a credential, and an API at a public address', async () => {
  const { path: connection } = await hostedProject(api, 'https://git.example.com/acme/docs');
  const path = `${connection}/check`;
  const none = expectProblem(await api.send('POST', path, { body: { host: 'git' } }), 'invalid_request');
  expect(none.errors).toMatchObject([{ pointer: '/credential' }]);
  const credential = { kind: 'token', token: 'a-token-of-a-test' };
  const body = { host: 'gitea', apiUrl: 'https://inside.example.com/api/v1', credential };
  const inside = expectProblem(await api.send('POST', path, { body }), 'invalid_request');
  expect(inside.errors).toMatchObject([{ pointer: '/apiUrl' }]);
});
