import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../../../src/jobs/page-jobs.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const touch = async (files: string[], project = api.project) => {
  const { id } = await api.newJob({ project });
  const rows = files.map((path) => ({ job_id: id, path, content: Buffer.from('x') }));
  await api.db.insertInto('job_file').values(rows).execute();
  return id;
};

test('the jobs that changed a file of the page, newest first, and nobody else’s', async () => {
  const first = await touch(['docs/guides/start.md', 'docs/guides/other.md']);
  const second = await touch(['docs/guides/start/index.mdx']);
  await touch(['docs/guides/start.md'], api.foreign);
  await touch([`docs/${'long/'.repeat(700)}start.md`]);
  const path = `/v2/agent/${api.project.id}/page-jobs?path=/guides/start`;
  const reply = await api.send('GET', path);
  expect(reply.json).toMatchObject({
    jobs: [
      { id: second, files: ['docs/guides/start/index.mdx'], status: 'active', prLink: null },
      { id: first, files: ['docs/guides/start.md'] },
    ],
  });
  expect((await api.send('GET', `${path}&limit=1`)).json).toMatchObject({ jobs: [{ id: second }] });
});

test.each([
  [{ docsFolder: 'docs', pagesAt: null, path: '/' }, 'docs/index.md'],
  [{ docsFolder: '', pagesAt: '/handbook', path: '/handbook/start' }, 'docs/start.md'],
  [{ docsFolder: 'site', pagesAt: null, path: '/a/b' }, 'site/src/content/docs/a/b.mdx'],
])('%j may be made from %s', (page, file) => {
  expect(filesOf(page)).toContain(file);
});
