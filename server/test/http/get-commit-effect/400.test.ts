import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => (api = await startApi()));
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(['', '?commit=main', '?commit=012345', '?commit=0123456;x', '?commit=--all', '?commit=0123456&days=0'])(
  'refuses an invalid commit or number of days: %s',
  async (query) => {
    const reply = await api.send('GET', `/v1/effect/${api.project.id}${query}`);
    expectProblem(reply, 'invalid_request');
  },
);

test('returns an empty effect for a commit that touched no page', async () => {
  const reply = await api.send('GET', `/v1/effect/${api.project.id}?commit=0123456`);
  expect(reply).toMatchObject({ status: 200, json: { days: 14, isComplete: true, pages: [], pagesInAll: 0 } });
});
