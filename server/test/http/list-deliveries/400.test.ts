import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=x', 'limit'],
  ['limit=5&limit=5', 'limit'],
  ['cursor=', 'cursor'],
  ['cursor=x', 'cursor'],
  ['cursor=%00', 'cursor'],
  [`cursor=${Buffer.from('job_00000000000000000000000000').toString('base64url')}`, 'cursor'],
  [`cursor=${'x'.repeat(201)}`, 'cursor'],
])('refuses ?%s', async (query, parameter) => {
  const { webhookId } = await api.newWebhook();
  const reply = await api.send('GET', `/v1/webhooks/${api.project.id}/${webhookId}/deliveries?${query}`);
  const { errors } = expectProblem(reply, 'invalid_request');
  expect(errors).toEqual([{ parameter, detail: expect.stringMatching(/./) }]);
});
