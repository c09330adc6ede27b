import { JobList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('lists the jobs of the project, newest first, without missing one over all pages', async () => {
  const path = `/v2/agent/${api.project.id}/jobs`;
  expect((await api.send('GET', path)).json).toEqual({ jobs: [], nextCursor: null });
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await api.newJob()).id);
  await api.newJob({ project: api.foreign });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const reply = await api.send('GET', `${path}?limit=2${cursor && `&cursor=${cursor}`}`);
    const page = JobList.parse(reply.json);
    expect(page.jobs.length).toBeLessThanOrEqual(2);
    seen.push(...page.jobs.map((job) => job.id));
    cursor = page.nextCursor;
    // Jobs that are created meanwhile do not shift the pages.
    await api.newJob();
  }
  expect(seen.filter((id) => made.includes(id)).toSorted()).toEqual(made.toSorted());
  expect(seen).toEqual(seen.toSorted().toReversed());
});

test('filters by status', async () => {
  const { id } = await api.newJob();
  await api.send('POST', `/v2/agent/${api.project.id}/job/${id}/archive`);
  const path = `/v2/agent/${api.project.id}/jobs`;
  expect((await api.send('GET', `${path}?status=archived`)).json).toMatchObject({ jobs: [{ id, status: 'archived' }] });
  expect((await api.send('GET', `${path}?status=failed&page=1&page=2`)).json).toEqual({ jobs: [], nextCursor: null });
});

test('filters by author and by words', async () => {
  const path = `/v2/agent/${api.project.id}/jobs`;
  const author = { kind: 'person' as const, id: 'per_ann', name: 'Ann' };
  const { id } = await api.newJob({ prompt: 'Describe the quokka', author });
  await api.newJob({ prompt: 'Describe the wombat', author });
  const listed = { jobs: [{ id, author, summary: 'Describe the quokka' }], nextCursor: null };
  expect((await api.send('GET', `${path}?author=per_ann&q=QUOK`)).json).toMatchObject(listed);
  expect((await api.send('GET', `${path}?author=per_bob`)).json).toEqual({ jobs: [], nextCursor: null });
});
