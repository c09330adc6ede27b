import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(['', '?name=', '?name=docs', '?name=Docs%20', '?name=Docs&name=Docs'])(
  'refuses the query "%s", which is not the project’s name',
  async (query) => {
    const reply = await api.send('DELETE', `/v1/projects/${api.project.id}${query}`);
    expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ parameter: 'name' }]);
    expect((await api.send('GET', `/v1/projects/${api.project.id}`)).status).toBe(200);
  },
);
