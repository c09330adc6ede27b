import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('refuses a repository whose address is not valid at that host', async () => {
  const { path } = await hostedProject(api, 'https://github.com/acme');
  const body = { credential: { kind: 'token', token: 'a-token-of-a-test' } };
  const { detail } = expectProblem(await api.send('PUT', path, { body }), 'repository_invalid');
  expect(detail).toContain('an owner and a name');
});
