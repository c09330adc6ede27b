import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('reports what a deletion would delete with the project', async () => {
  const { projectId } = await api.newIds();
  const reply = await api.send('GET', `/v1/projects/${projectId}`);
  expect(reply.json).toMatchObject({
    id: projectId,
    name: 'Docs',
    contains: { jobs: 1, activeJobs: 1, pullRequests: 0, pages: 0, webhooks: 1, keys: 1 },
  });
  expect(reply.text).not.toContain('a-token-of-a-test');
});
