import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => (api = await startApi()));
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(['ref=', 'ref=a..b', 'rule=', 'rule=page', 'rule=page-size&rule=link-words'])(
  'refuses an invalid query: %s',
  async (query) => {
    const reply = await api.send('GET', `/v1/readability/${api.project.id}?${query}`);
    expectProblem(reply, 'invalid_request');
  },
);
