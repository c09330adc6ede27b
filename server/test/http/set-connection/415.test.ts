import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['garbage']])(
  'refuses the content type %s',
  async (type) => {
    const options = { body: JSON.stringify({ host: 'github' }), headers: { 'content-type': type } };
    const path = `/v1/projects/${api.project.id}/connection`;
    expectProblem(await api.send('PUT', path, options), 'unsupported_media_type');
  },
);
