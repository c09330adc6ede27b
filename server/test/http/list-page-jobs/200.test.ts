import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimOneJob } from '../../../src/jobs/claim/claim.ts';
import { intendDelivery, recordPullRequest } from '../../../src/jobs/deliver/delivery.ts';
import { filesOf } from '../../../src/jobs/read/page-jobs.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

/** Creates a job that has delivered files; `reached` says whether its pull request was opened. */
const touch = async (files: string[], { project = api.project, reached = true } = {}) => {
  const { id } = await api.newJob({ project });
  const job = await claimOneJob(api.db, { worker: 'wrk_page', leaseSeconds: 60, jobId: id });
  if (job === undefined) throw new Error('the job cannot be claimed');
  const lease = { jobId: id, epoch: job.epoch };
  const words = { title: 'Change', description: 'A change.', draft: false };
  const intent = { ...words, turn: 1, branch: `copydesk/${id}`, commit: 'a'.repeat(40), expectedHead: null };
  const touched = files.map((file) => ({
    file,
    change: 'changed' as const,
    movedTo: null,
    pages: null,
    linkedFrom: null,
  }));
  const delivery = await intendDelivery(api.db, lease, intent, touched);
  if (reached) {
    const link = 'https://code.example.test/pulls/1';
    await recordPullRequest(api.db, lease, { delivery, number: 1, link, opened: true, draft: false });
  }
  return id;
};

test('lists the jobs that changed a file of the page, newest first, and no others', async () => {
  const first = await touch(['docs/guides/start.md', 'docs/guides/other.md']);
  const second = await touch(['docs/guides/start/index.mdx']);
  await touch(['docs/guides/start.md'], { project: api.foreign });
  await touch(['docs/guides/start.md'], { reached: false });
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

test('reports for each job the pull requests that changed the page, with their state, and no others', async () => {
  const id = await touch(['docs/guides/twice.md']);
  const link = 'https://code.example.test/pulls/2';
  await api.db.updateTable('job_delivery').set({ pull_request_state: 'merged' }).where('job_id', '=', id).execute();
  await api.db
    .insertInto('job_delivery')
    .values({ job_id: id, number: 2, turn: 2, branch: 'b', commit: 'c', title: 't', description: 'd', draft: false })
    .execute();
  await api.db
    .updateTable('job_delivery')
    .set({ pull_request_number: 2, pull_request_link: link, pull_request_state: 'closed', finished_at: new Date() })
    .where('job_id', '=', id)
    .where('number', '=', 2)
    .execute();
  const path = `/v2/agent/${api.project.id}/page-jobs?path=/guides/twice`;
  const first = { number: 1, state: 'merged', url: 'https://code.example.test/pulls/1' };
  expect((await api.send('GET', path)).json).toMatchObject({ jobs: [{ id, pullRequests: [first] }] });
  await api.db.insertInto('delivered_file').values({ job_id: id, delivery: 2, path: 'docs/guides/twice.md' }).execute();
  const second = { number: 2, state: 'closed', url: link };
  expect((await api.send('GET', path)).json).toMatchObject({ jobs: [{ id, pullRequests: [first, second] }] });
});

test.each([
  [{ docsFolder: 'docs', pagesAt: null, path: '/' }, 'docs/index.md'],
  [{ docsFolder: '', pagesAt: '/handbook', path: '/handbook/start' }, 'docs/start.md'],
  [{ docsFolder: 'site', pagesAt: null, path: '/a/b' }, 'site/src/content/docs/a/b.mdx'],
])('the page %j may come from the file %s', (page, file) => {
  expect(filesOf(page)).toContain(file);
});
