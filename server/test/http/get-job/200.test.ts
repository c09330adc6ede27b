import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('answers the job with an entity tag that changes when the job does', async () => {
  const job = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${job.id}`;
  const reply = await api.send('GET', path);
  expect(reply.status).toBe(200);
  const page = `https://desk.example.com/projects/${api.project.id}/jobs/${job.id}`;
  expect(reply.json).toEqual({ ...job, page });
  expect(reply.headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
  expect(reply.headers.get('cache-control')).toBe('private, no-cache');
  expect((await api.send('GET', path)).headers.get('etag')).toBe(reply.headers.get('etag'));
  await api.send('POST', `${path}/archive`);
  const archived = await api.send('GET', path);
  expect(archived.json).toMatchObject({ status: 'archived', archivedAt: expect.stringMatching(/Z$/) });
  expect(archived.headers.get('etag')).not.toBe(reply.headers.get('etag'));
});

test('a failed job reports its error', async () => {
  const { id } = await api.newJob();
  const error = { code: 'instruction_not_understood', detail: 'No.', retryable: false };
  const row = { status: 'failed', error: JSON.stringify(error), messages_read: 1 };
  await api.db.updateTable('job').set(row).where('id', '=', id).execute();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}`);
  expect(reply.json).toMatchObject({ status: 'failed', error, prLink: null });
});

test('ignores a query', async () => {
  const { id } = await api.newJob();
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}?limit=x&limit=y`);
  expect(reply.status).toBe(200);
});
