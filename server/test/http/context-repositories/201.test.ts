import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { sampleRepository } from '../support/projects.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a context repository is added, listed and removed, and the audit log records both changes', async () => {
  const path = `/v1/projects/${api.project.id}/context`;
  const body = { name: 'product', repository: sampleRepository(), ref: 'main' };
  const added = await api.send('POST', path, { body });
  // For a local path, nobody can know who reads it.
  const warning = expect.stringContaining('may come to stand in the docs');
  expect([added.status, added.json]).toEqual([201, { ...body, warning }]);
  expect((await api.send('GET', path)).json).toEqual({ repositories: [body] });
  const again = await api.send('POST', path, { body });
  expect(again).toMatchObject({ status: 400, json: { errors: [{ pointer: '/name' }] } });
  expect((await api.send('DELETE', `${path}/product`)).status).toBe(204);
  expect((await api.send('DELETE', `${path}/product`)).status).toBe(404);
  expect((await api.send('GET', path)).json).toEqual({ repositories: [] });
  const entries = await api.db.selectFrom('audit_entry').select('detail').orderBy('id').execute();
  expect(entries).toMatchObject([{ detail: { added: 'product' } }, { detail: { removed: 'product' } }]);
});
