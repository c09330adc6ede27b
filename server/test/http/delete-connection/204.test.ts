import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('deletes the connection with its secrets, and may be repeated', async () => {
  const { path } = await hostedProject(api, 'https://github.com/acme/docs');
  await api.send('PUT', path, { body: { credential: { kind: 'token', token: 'a-token-of-a-test' } } });
  for (const _ of [1, 2]) expect(await api.send('DELETE', path)).toMatchObject({ status: 204, text: '' });
  expect(await api.db.selectFrom('code_host_connection').selectAll().execute()).toEqual([]);
  expectProblem(await api.send('GET', path), 'not_found');
});
