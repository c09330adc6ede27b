import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../../../src/projects/project.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a deleted project is not found from then on', async () => {
  const { id } = await createProject(api.db, { ...api.project, id: undefined, name: 'Name & more' });
  const reply = await api.send('DELETE', `/v1/projects/${id}?name=${encodeURIComponent('Name & more')}`);
  expect([reply.status, reply.text]).toEqual([204, '']);
  expect((await api.send('GET', `/v1/projects/${id}`)).status).toBe(404);
  expect((await api.send('DELETE', `/v1/projects/${id}?name=x`)).status).toBe(404);
});
