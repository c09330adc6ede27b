import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => (api = await startApi()));
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['?period=year', 'period'],
  ['?period=', 'period'],
  ['?date=2026-02-30', 'date'],
  ['?date=', 'date'],
  ['?date=9999-01-01', 'date'],
  ['?period=week&period=month', 'period'],
])('%s', async (query, parameter) => {
  const reply = await api.send('GET', `/v1/reports/${api.project.id}${query}`);
  expectProblem(reply, 'invalid_request');
  expect(reply.json).toMatchObject({ errors: [{ parameter }] });
});
