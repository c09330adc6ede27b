import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['limit', 'limit=0'],
  ['limit', 'limit=101'],
  ['q', 'q='],
  ['q', 'q=%00'],
])('the parameter %s in %s', async (parameter, query) => {
  const { errors } = expectProblem(await api.send('GET', `/v1/projects?${query}`), 'invalid_request');
  expect(errors).toMatchObject([{ parameter }]);
});
