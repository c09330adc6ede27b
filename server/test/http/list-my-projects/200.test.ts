import { NamedProjectList, scopes } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../../../src/projects/project.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const name of ['Alpha', 'Beta']) {
    await createProject(api.db, { ...api.project, id: undefined, name, repository: `https://git.example.com/${name}` });
  }
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function list(key: string, query = '') {
  return NamedProjectList.parse((await api.send('GET', `/v1/me/projects${query}`, { key })).json);
}

test.each(scopes)('a key with only the scope %s reads ids and names, and nothing else', async (scope) => {
  const key = await api.newKey({ scopes: [scope] });
  const reply = await api.send('GET', '/v1/me/projects', { key });
  expect(reply.json).toEqual({
    projects: ['Alpha', 'Beta', 'Docs'].map((name) => ({ id: expect.stringMatching(/^prj_/), name })),
    nextCursor: null,
  });
});

test('a key of one project sees only that project', async () => {
  const key = await api.newKey({ projectId: api.project.id, scopes: ['agent:read'] });
  expect((await list(key)).projects).toEqual([{ id: api.project.id, name: 'Docs' }]);
});

test('pages follow each other, and the addresses of repositories cannot be searched', async () => {
  const key = await api.newKey({ scopes: ['agent:read'] });
  const first = await list(key, '?limit=2&q=git.example.com');
  expect(first.projects.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
  const second = await list(key, `?limit=2&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({ projects: [{ name: 'Docs' }], nextCursor: null });
});
