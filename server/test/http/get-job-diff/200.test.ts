import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

test('returns the diff of this job from the workspace', async () => {
  const file = {
    path: 'docs/start.md',
    oldPath: null,
    change: 'modified' as const,
    binary: false,
    additions: 1,
    deletions: 1,
    patch: '@@ -1 +1 @@\n-log in\n+sign in\n',
  };
  const asked: [string, string][] = [];
  await using api = await startApi({
    readDiff: async (project, jobId) => {
      asked.push([project.id, jobId]);
      return { baseCommit: 'a'.repeat(40), headCommit: null, additions: 1, deletions: 1, files: [file] };
    },
  });
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/diff`);
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ files: [file], headCommit: null });
  expect(asked).toEqual([[api.project.id, id]]);
});
