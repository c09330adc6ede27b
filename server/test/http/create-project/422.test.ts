import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFolder, testRepository } from '../../support/git-repository.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { sampleRepository } from '../support/projects.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('an unusable repository is reported, and nothing is stored', async () => {
  await using empty = await testFolder();
  await using bare = await testRepository({ bare: true });
  await bare.commit({ 'main.c': 'int main;' });
  const repository = sampleRepository();
  const cases = [
    ['repository_not_found', { repository: empty.path }],
    ['repository_not_docs', { repository: bare.path }],
    ['repository_not_docs', { repository, docsFolder: 'nowhere' }],
    ['ref_not_found', { repository, ref: 'nowhere' }],
    ['repository_invalid', { repository: 'git@git.example.com:acme/docs.git' }],
  ] as const;
  for (const [code, place] of cases) {
    expectProblem(await api.send('POST', '/v1/projects', { body: { name: 'Wrong', ...place } }), code);
  }
  const { rows } = await api.db
    .selectFrom('project')
    .select('id')
    .where('name', '=', 'Wrong')
    .execute()
    .then((found) => ({ rows: found }));
  expect(rows).toEqual([]);
});
