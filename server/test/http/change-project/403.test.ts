import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { sampleRepository } from '../support/projects.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a key of one project cannot name a path on the machine, because that path may belong to other projects', async () => {
  const key = await api.newKey({ scopes: ['admin'], projectId: api.project.id });
  const repository = sampleRepository();
  const project = `/v1/projects/${api.project.id}`;
  const sent = [
    ['PATCH', project, { repository }],
    ['POST', `${project}/context`, { name: 'other', repository }],
    ['POST', '/v1/repositories/look', { repository }],
  ] as const;
  for (const [method, path, body] of sent) {
    expectProblem(await api.send(method, path, { key, body }), 'insufficient_scope');
  }
  expect((await api.send('PATCH', project, { key, body: { name: 'Renamed' } })).status).toBe(200);
});
