import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi({ quotas: { createPerHour: 2, messagePerHour: 2 } });
  path = `/v2/agent/${api.project.id}/job`;
  path = `${path}/${(await api.newJob()).id}/message`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('the quota is reported, refuses when it is used up, and is not charged for refused requests', async () => {
  expectProblem(await api.send('POST', path, { body: { prompt: '' } }), 'invalid_request');
  for (const left of [1, 0]) {
    const reply = await api.send('POST', path, { body: { prompt: 'x' } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('ratelimit')).toMatch(new RegExp(`^"message";r=${left};t=\\d+$`));
  }
  const refused = await api.send('POST', path, { body: { prompt: 'x' } });
  expectProblem(refused, 'quota_exceeded');
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(refused.headers.get('ratelimit-policy')).toBe('"message";q=2;w=3600');
  expect(refused.headers.get('ratelimit')).toMatch(/^"message";r=0;t=\d+$/);
});

test('a replay is answered even if the quota is used up, and its idempotency key is still refused for another body', async () => {
  const headers = { 'idempotency-key': 'before' };
  await using other = await startApi({ quotas: { createPerHour: 1, messagePerHour: 1 } });
  const there = path.replace(api.project.id, other.project.id).replace(/job_\w+/, (await other.newJob()).id);
  const first = await other.send('POST', there, { body: { prompt: 'x' }, headers });
  expect(first.status).toBe(200);
  const again = await other.send('POST', there, { body: { prompt: 'x' }, headers });
  expect(again.status).toBe(200);
  expect(again.json).toEqual(first.json);
  expectProblem(await other.send('POST', there, { body: { prompt: 'y' }, headers }), 'idempotency_key_reused');
  expectProblem(await other.send('POST', there, { body: { prompt: 'y' } }), 'quota_exceeded');
});
