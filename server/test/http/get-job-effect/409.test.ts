import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimOneJob } from '../../../src/jobs/claim/claim.ts';
import { recordPullRequestState } from '../../../src/jobs/deliver/delivered.ts';
import { intendDelivery, recordPullRequest } from '../../../src/jobs/deliver/delivery.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function delivered(): Promise<{ id: string; path: string }> {
  const { id } = await api.newJob();
  const job = await claimOneJob(api.db, { worker: 'wrk_effect', leaseSeconds: 60, jobId: id });
  const lease = { jobId: id, epoch: job?.epoch ?? 0 };
  const words = { title: 'Change', description: 'A change.', draft: false };
  const intent = { ...words, turn: 1, branch: `copydesk/${id}`, commit: 'a'.repeat(40), expectedHead: null };
  const file = { file: 'a.md', change: 'changed' as const, movedTo: null, pages: ['/a'], linkedFrom: 0 };
  const delivery = await intendDelivery(api.db, lease, intent, [file]);
  const link = 'https://code.example.test/pulls/7';
  await recordPullRequest(api.db, lease, { delivery, number: 7, link, opened: true, draft: false });
  return { id, path: `/v2/agent/${api.project.id}/job/${id}/effect` };
}

test('409 pull_request_not_merged: without a pull request, while it is open, and when it was closed', async () => {
  const { id: none } = await api.newJob();
  const without = await api.send('GET', `/v2/agent/${api.project.id}/job/${none}/effect`);
  expect(without).toMatchObject({ status: 409, json: { code: 'pull_request_not_merged' } });
  expect(without.json).toHaveProperty('detail', expect.stringContaining('The job has no pull request.'));
  const { id, path } = await delivered();
  expect((await api.send('GET', path)).json).toHaveProperty('detail', expect.stringContaining('is open'));
  await recordPullRequestState(api.db, { projectId: api.project.id, jobId: id, number: 7, state: 'closed' });
  expect((await api.send('GET', path)).json).toHaveProperty('detail', expect.stringContaining('is closed'));
});

test('200 once it is merged, from the moment that Copydesk learnt of it', async () => {
  const { id, path } = await delivered();
  const merged = { projectId: api.project.id, jobId: id, number: 7, state: 'merged' as const };
  await recordPullRequestState(api.db, merged);
  const first = await api.send('GET', path);
  expect(first).toMatchObject({ status: 200, json: { days: 0, isComplete: false, pages: [] } });
  await recordPullRequestState(api.db, merged);
  expect((await api.send('GET', path)).json).toEqual(first.json);
  await api.db.updateTable('job_delivery').set({ pull_request_ended_at: null }).where('job_id', '=', id).execute();
  expect(await api.send('GET', path)).toMatchObject({ status: 409 });
});

test.each(['0', '181', 'x', '1.5'])('400 for days=%s', async (days) => {
  const { path } = await delivered();
  const reply = await api.send('GET', `${path}?days=${days}`);
  expect(reply).toMatchObject({ status: 400, json: { errors: [{ parameter: 'days' }] } });
});
