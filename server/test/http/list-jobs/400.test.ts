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
  ['limit=-1', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=%205', 'limit'],
  ['limit=%2B5', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=5.0', 'limit'],
  ['limit=', 'limit'],
  ['limit', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=5&limit=5', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['status=done', 'status'],
  ['status=', 'status'],
  ['status=active&status=failed', 'status'],
  ['cursor=', 'cursor'],
  ['cursor=x', 'cursor'],
  ['cursor=%00', 'cursor'],
  ['cursor=am9iXw', 'cursor'],
  [`cursor=${'x'.repeat(201)}`, 'cursor'],
  ['cursor=a&cursor=b', 'cursor'],
])('refuses ?%s', async (query, parameter) => {
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/jobs?${query}`);
  const { errors, instance } = expectProblem(reply, 'invalid_request');
  expect(errors).toEqual([{ parameter, detail: expect.stringMatching(/./) }]);
  expect(instance).toBe(`/v2/agent/${api.project.id}/jobs`);
});

test('names every bad parameter', async () => {
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/jobs?limit=x&status=y`);
  const { errors } = expectProblem(reply, 'invalid_request');
  expect(new Set(errors.map((error) => error.parameter))).toEqual(new Set(['limit', 'status']));
});
