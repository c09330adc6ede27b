import { ProjectList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../../../src/projects/project.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const name of ['Alpha', 'Beta 100%', 'Gamma_', 'ünïcode', 'zebra']) {
    await createProject(api.db, { ...api.project, id: undefined, name, repository: `https://git.example.com/${name}` });
  }
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function list(query: string, key?: string) {
  return ProjectList.parse((await api.send('GET', `/v1/projects?${query}`, { key })).json);
}

async function names(q: string) {
  return (await list(new URLSearchParams({ q }).toString())).projects.map(({ name }) => name);
}

test('lists only projects of the organisation, each once over all pages', async () => {
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await list(`limit=2${cursor}`);
    expect(page.projects.length).toBeLessThanOrEqual(2);
    seen.push(...page.projects.map(({ name }) => name));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(seen.toSorted()).toEqual(['Alpha', 'Beta 100%', 'Docs', 'Gamma_', 'zebra', 'ünïcode'].toSorted());
});

test('finds projects by the literal text in their names', async () => {
  expect(await names('alp')).toEqual(['Alpha']);
  expect(await names('0%')).toEqual(['Beta 100%']);
  expect(await names('a_')).toEqual(['Gamma_']);
  expect(await names('nothing')).toEqual([]);
  expect(await names(api.project.id)).toEqual(['Docs']);
});

test('a key of one project sees only that project', async () => {
  const key = await api.newKey({ projectId: api.project.id });
  expect((await list('', key)).projects.map(({ id }) => id)).toEqual([api.project.id]);
});
