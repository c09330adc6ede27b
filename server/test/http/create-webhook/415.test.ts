import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/json; charset=latin1'], ['garbage']])(
  'refuses the content type %s',
  async (type) => {
    const body = JSON.stringify({ url: 'https://hooks.example.com/' });
    const options = { body, headers: { 'content-type': type } };
    expectProblem(await api.send('POST', `/v1/webhooks/${api.project.id}`, options), 'unsupported_media_type');
  },
);
