import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['/key', 'anthropic', {}],
  ['/key', 'anthropic', { key: 'two words' }],
  ['/baseUrl', 'compatible', { baseUrl: 'ftp://models.example.com' }],
  ['/baseUrl', 'compatible', { baseUrl: 'http://127.0.0.1:11434/v1' }],
  ['/baseUrl', 'compatible', { baseUrl: 'https://inside.example.com/v1' }],
])('reports that %s is wrong for %s', async (pointer, provider, body) => {
  const reply = await api.send('PUT', `/v1/projects/${api.project.id}/model-keys/${provider}`, { body });
  expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ pointer }]);
});

test('an unknown provider is not found', async () => {
  const path = `/v1/projects/${api.project.id}/model-keys/nobody`;
  expectProblem(await api.send('PUT', path, { body: { key: 'x' } }), 'not_found');
});
