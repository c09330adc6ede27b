import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const request = { body: { prompt: 'Go on' } };

test('an archived job accepts no message', async () => {
  const job = await api.newJob();
  await archiveJob(api.db, { projectId: api.project.id, jobId: job.id, by: 'operator' });
  const path = `/v2/agent/${api.project.id}/job/${job.id}/message`;
  expectProblem(await api.send('POST', path, request), 'job_archived');
});

test('the fields are checked before the state', async () => {
  const job = await api.newJob();
  await archiveJob(api.db, { projectId: api.project.id, jobId: job.id, by: 'operator' });
  const path = `/v2/agent/${api.project.id}/job/${job.id}/message`;
  expectProblem(await api.send('POST', path, { body: {} }), 'invalid_request');
});

test('at most twenty messages may wait', async () => {
  const job = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${job.id}/message`;
  // The job's own prompt is also waiting.
  for (let count = 1; count < 20; count += 1) expect((await api.send('POST', path, request)).status).toBe(200);
  const refused = await api.send('POST', path, request);
  expectProblem(refused, 'too_many_messages');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
