import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimOneJob } from '../../../src/jobs/claim/claim.ts';
import { intendDelivery, recordPullRequest } from '../../../src/jobs/deliver/delivery.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const nothing = { human: 0, ai: 0, total: 0 };

test('a job without a pull request has no files yet', async () => {
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/impact`);
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({
    isCounted: false,
    totals: nothing,
    goneTotals: nothing,
    files: [],
    filesInAll: 0,
  });
});

test('a reply has at most a thousand files, and the number of all', async () => {
  const { id } = await api.newJob();
  const job = await claimOneJob(api.db, { worker: 'wrk_impact', leaseSeconds: 60, jobId: id });
  const lease = { jobId: id, epoch: job?.epoch ?? 0 };
  const words = { title: 'Change', description: 'A change.', draft: false };
  const intent = { ...words, turn: 1, branch: `copydesk/${id}`, commit: 'a'.repeat(40), expectedHead: null };
  const files = Array.from({ length: 1_002 }, (_, index) => ({
    file: `docs/${index}.md`,
    change: index === 1_001 ? ('removed' as const) : ('changed' as const),
    movedTo: null,
    pages: [`/${index}`],
    linkedFrom: null,
  }));
  const delivery = await intendDelivery(api.db, lease, intent, files);
  const link = 'https://code.example.test/pulls/1';
  await recordPullRequest(api.db, lease, { delivery, number: 1, link, opened: true, draft: false });
  const { json } = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/impact`);
  expect(json).toMatchObject({ filesInAll: 1_002, filesNotLocated: 0, files: expect.any(Array) });
  expect(json).toHaveProperty('files.length', 1_000);
  expect(json).toHaveProperty('files.0.file', 'docs/1001.md');
});
