import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => (api = await startApi()));
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(['judge=', 'judge=1', 'judge=yes', 'judge=TRUE', 'judge=true&judge=true', 'ref=', 'ref=a..b'])(
  'refuses an invalid query: %s',
  async (query) => {
    const reply = await api.send('GET', `/v1/questions/${api.project.id}?${query}`);
    expectProblem(reply, 'invalid_request');
  },
);
