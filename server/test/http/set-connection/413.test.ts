import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('refuses a body over 256 KiB', async () => {
  const body = { host: 'github', x: 'x'.repeat(256 * 1024) };
  expectProblem(await api.send('PUT', `/v1/projects/${api.project.id}/connection`, { body }), 'payload_too_large');
});
