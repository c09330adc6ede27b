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
  ['limit=251', 'limit'],
  ['cursor=nonsense', 'cursor'],
  ['cursor=MDE', 'cursor'],
  ['from=yesterday', 'from'],
  ['to=2026-02-31', 'to'],
  ['action=', 'action'],
  ['actor=a&actor=b', 'actor'],
  ['actor=%00', 'actor'],
])('refuses %s', async (query, parameter) => {
  const { errors } = expectProblem(await api.send('GET', `/v1/audit?${query}`), 'invalid_request');
  expect(errors?.map((error) => error.parameter)).toEqual([parameter]);
});
