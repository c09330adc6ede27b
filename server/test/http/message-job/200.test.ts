import { Job } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('an active job gets the message after its earlier ones', async () => {
  const job = await api.newJob({ prompt: 'first' });
  const path = `/v2/agent/${api.project.id}/job/${job.id}`;
  const reply = await api.send('POST', `${path}/message`, { body: { prompt: 'second' } });
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual({ ...job, page: `https://desk.example.com/projects/${api.project.id}/jobs/${job.id}` });
  expect((await api.send('GET', `${path}/events`)).json).toMatchObject({
    events: [
      { sequence: 1, type: 'message', data: { position: 0, prompt: 'first' } },
      { sequence: 2, type: 'message', data: { position: 1, prompt: 'second' } },
    ],
  });
});

test.each(['completed', 'failed'] as const)('a message makes a %s job active again', async (status) => {
  const job = await api.newJob();
  const failure = { code: 'limit_reached', detail: 'Too many steps.', retryable: true };
  const error = status === 'failed' ? JSON.stringify(failure) : null;
  await api.db
    .updateTable('job')
    .set({ status, error, pr_link: 'https://git.example.com/docs/pulls/1', messages_read: 1 })
    .where('id', '=', job.id)
    .execute();
  const path = `/v2/agent/${api.project.id}/job/${job.id}`;
  const reply = await api.send('POST', `${path}/message`, { body: { prompt: 'Go on' } });
  expect(Job.parse(reply.json)).toMatchObject({ id: job.id, status: 'active', prLink: null, error: null });
});

test('a replay adds no message', async () => {
  const job = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${job.id}`;
  const request = { body: { prompt: 'Go on' }, headers: { 'idempotency-key': 'go-on' } };
  expect((await api.send('POST', `${path}/message`, request)).headers.get('idempotency-replayed')).toBeNull();
  expect((await api.send('POST', `${path}/message`, request)).headers.get('idempotency-replayed')).toBe('true');
  expect((await api.send('GET', `${path}/events`)).json).toMatchObject({ events: { length: 2 } });
});

test('reports its own quota', async () => {
  const path = `/v2/agent/${api.project.id}/job/${(await api.newJob()).id}/message`;
  const reply = await api.send('POST', path, { body: { prompt: 'x' } });
  expect(reply.headers.get('ratelimit-policy')).toBe('"message";q=1000;w=3600');
});
