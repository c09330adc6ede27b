import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a model key is set, listed and deleted, and never returned', async () => {
  const path = `/v1/projects/${api.project.id}/model-keys`;
  const key = 'sk-0123456789abcdefWXYZ';
  const set = await api.send('PUT', `${path}/anthropic`, { body: { key } });
  expect(set.json).toMatchObject({ provider: 'anthropic', baseUrl: null, hint: 'WXYZ' });
  const list = await api.send('GET', path);
  expect(list.json).toMatchObject({ keys: [{ provider: 'anthropic', hint: 'WXYZ' }] });
  expect((await api.send('DELETE', `${path}/anthropic`)).status).toBe(204);
  expect((await api.send('DELETE', `${path}/anthropic`)).status).toBe(204);
  expect((await api.send('GET', path)).json).toEqual({ keys: [] });
  const entries = await api.db.selectFrom('audit_entry').select('detail').orderBy('id').execute();
  expect(entries).toMatchObject([{ detail: { key: '…WXYZ' } }, { detail: { removed: true } }]);
  const everything = [set.text, list.text, JSON.stringify(entries), api.log.join('\n')].join('\n');
  expect(everything).not.toContain('0123456789');
});
