import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('an invalid content type is refused, and the job is unchanged', async () => {
  const { id } = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${id}`;
  const reply = await api.send('POST', `${path}/archive`, { body: '{}', headers: { 'content-type': 'garbage' } });
  expectProblem(reply, 'unsupported_media_type');
  expect((await api.send('GET', path)).json).toMatchObject({ status: 'active' });
});
