import type { JobPages, JobPagesQuery } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

const found: JobPages = {
  baseCommit: 'a'.repeat(40),
  headCommit: null,
  pages: [
    {
      path: 'docs/start.mdx',
      before: null,
      after: {
        characters: 12,
        tokens: 3,
        lost: [{ kind: 'tabs', line: 4, name: 'Tabs' }],
        text: '# Start\n\nGo.\n',
      },
      why: null,
    },
  ],
  pagesInAll: 1,
  warnings: [],
};

test.each([
  ['', {}],
  ['?path=docs/start.mdx', { path: 'docs/start.mdx' }],
])('returns the pages of this job as AI readers get them: %j', async (query, asked) => {
  const calls: [string, string, JobPagesQuery][] = [];
  await using api = await startApi({
    async readJobPages(project, jobId, of) {
      calls.push([project.id, jobId, of]);
      return found;
    },
  });
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/pages${query}`);
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual(found);
  expect(calls).toEqual([[api.project.id, id, asked]]);
});
