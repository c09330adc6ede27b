import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=5&limit=6', 'limit'],
  ['q=', 'q'],
  ['q=%00', 'q'],
  ['cursor=', 'cursor'],
  ['cursor=x', 'cursor'],
  [`cursor=${Buffer.from('per_x').toString('base64url')}`, 'cursor'],
])('refuses ?%s', async (query, parameter) => {
  const { errors } = expectProblem(await api.send('GET', `/v1/people?${query}`), 'invalid_request');
  expect(errors).toMatchObject([{ parameter }]);
});
