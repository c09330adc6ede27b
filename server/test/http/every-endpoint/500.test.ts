import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

test('a bug is reported with its request id and without its insides, and logged with both', async () => {
  await using api: TestApi = await startApi({
    readDiff: async () => {
      throw new TypeError('secret insides');
    },
  });
  const job = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${job.id}/diff`);
  const { requestId } = expectProblem(reply, 'internal');
  expect(reply.text).not.toContain('secret insides');
  const lines = api.log.filter((line) => line.includes('secret insides'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(requestId);
});

test('a reply that does not fit the contract is a bug, not a reply', async () => {
  await using api: TestApi = await startApi({
    readDiff: async () => ({ baseCommit: null, headCommit: null, additions: 0.5, deletions: 0, files: [] }),
  });
  const job = await api.newJob();
  expectProblem(await api.send('GET', `/v2/agent/${api.project.id}/job/${job.id}/diff`), 'internal');
});
