import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a key of one project cannot create others', async () => {
  const key = await api.newKey({ projectId: api.project.id });
  expectProblem(await api.send('POST', '/v1/projects', { key, body: { name: 'Another' } }), 'insufficient_scope');
});
