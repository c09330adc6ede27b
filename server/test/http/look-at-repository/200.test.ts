import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRepository } from '../../support/git-repository.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('reports what the repository contains, and leaves nothing behind', async () => {
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'docs/index.md': '# Welcome\n\nSee [it](nowhere.md).\n', 'docs/b.md': '# B\n\nText.\n' });
  const reply = await api.send('POST', '/v1/repositories/look', { body: { repository: repository.path } });
  expect(reply.json).toMatchObject({
    repositoryKind: 'path',
    host: null,
    ref: 'main',
    branches: ['main'],
    docsFolder: '',
    site: { pages: 2 },
    problems: { errors: 1, first: [{ path: 'docs/index.md', severity: 'error' }] },
  });
  const folders = await readdir(api.workspaceDirectory).catch(() => []);
  expect(folders.filter((name) => name.startsWith('look_') && name.endsWith('.git'))).toEqual([]);
  expect(await api.db.selectFrom('audit_entry').select('id').execute()).toEqual([]);
});
