import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

/** Creates a job that has delivered a pull request with one file. */
async function jobOn(number: number, path: string): Promise<string> {
  const { id } = await api.newJob();
  const url = `https://git.example.com/docs/pulls/${number}`;
  const reached = { finished_at: new Date(), pull_request_number: number, pull_request_link: url };
  const intent = { turn: 1, branch: 'b', commit: 'c', title: `Change ${number}`, description: 'd' };
  await api.db
    .insertInto('job_delivery')
    .values({ job_id: id, number: 1, ...intent, ...reached })
    .execute();
  await api.db.insertInto('delivered_file').values({ job_id: id, delivery: 1, path, change: 'changed' }).execute();
  await api.db.updateTable('job').set({ status: 'completed', messages_read: 1 }).where('id', '=', id).execute();
  return id;
}

test('a job and the list of jobs report other jobs whose open pull requests change the same files', async () => {
  const first = await jobOn(1, 'guide.md');
  const second = await jobOn(2, 'guide.md');
  const active = await api.newJob();
  const get = async (id: string) => (await api.send('GET', `/v2/agent/${api.project.id}/job/${id}`)).json;
  const shared = (id: string, number: number) => ({
    job: id,
    page: `https://desk.example.com/projects/${api.project.id}/jobs/${id}`,
    title: `Change ${number}`,
    pullRequest: { number, state: 'open', url: `https://git.example.com/docs/pulls/${number}` },
    files: ['guide.md'],
    filesInAll: 1,
  });
  expect(await get(first)).toMatchObject({ sharesFilesWith: [shared(second, 2)] });
  expect(await get(second)).toMatchObject({ sharesFilesWith: [shared(first, 1)] });
  expect(await get(active.id)).not.toHaveProperty('sharesFilesWith');
  const list = await api.send('GET', `/v2/agent/${api.project.id}/jobs`);
  expect(list.json).toMatchObject({
    jobs: [
      { id: active.id },
      { id: second, sharesFilesWith: [shared(first, 1)] },
      { id: first, sharesFilesWith: [shared(second, 2)] },
    ],
  });
  const merged = { pull_request_state: 'merged' };
  await api.db.updateTable('job_delivery').set(merged).where('job_id', '=', first).execute();
  expect(await get(first)).not.toHaveProperty('sharesFilesWith');
  expect(await get(second)).toMatchObject({ sharesFilesWith: [] });
});
