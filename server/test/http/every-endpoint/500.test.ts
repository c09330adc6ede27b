import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

test('a bug is answered with its request id and without internals, and logged with both', async () => {
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

test('a reply that does not match the contract is answered as a bug', async () => {
  await using api: TestApi = await startApi({
    readDiff: async () => ({ baseCommit: null, headCommit: null, additions: 0.5, deletions: 0, files: [] }),
  });
  const job = await api.newJob();
  expectProblem(await api.send('GET', `/v2/agent/${api.project.id}/job/${job.id}/diff`), 'internal');
});
