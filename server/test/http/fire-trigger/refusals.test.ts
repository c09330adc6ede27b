import { afterAll, beforeAll, expect, test } from 'vitest';
import { absentTriggerId } from '../support/endpoints.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { fire, hmac, newTrigger } from './support.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ quotas: { createPerHour: 30 } });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('401: a caller without the secret gets the same message as for a missing trigger, whatever else is wrong', async () => {
  const trigger = await newTrigger(api);
  const wrong = await fire(api, trigger, 'no JSON', { authorization: 'Bearer wrong', 'content-type': 'text/plain' });
  const { detail } = expectProblem(wrong, 'invalid_signature');
  for (const id of [absentTriggerId, 'trg_x', '%00', trigger.id.toUpperCase()]) {
    const absent = await fire(api, { ...trigger, id });
    expect(expectProblem(absent, 'invalid_signature').detail).toBe(detail);
  }
  expectProblem(await fire(api, trigger, {}, { authorization: `Bearer ${api.adminKey}` }), 'invalid_signature');
  const signed = await newTrigger(api, { scheme: 'hmac', secret: 'a-secret-that-is-given' });
  expectProblem(await fire(api, signed), 'invalid_signature');
  const body = '{"a":1}';
  const headers = { 'content-type': 'application/json', 'x-signature': hmac('a-secret-that-is-given', body) };
  expect((await fire(api, signed, body, headers)).status).toBe(202);
  expectProblem(await fire(api, signed, `${body} `, headers), 'invalid_signature');
});

test('400, 413, 415: bodies that are too deep, too many, too large, or neither JSON nor a form', async () => {
  const trigger = await newTrigger(api);
  const json = { 'content-type': 'application/json' };
  expectProblem(await fire(api, trigger, '{', json), 'invalid_json');
  expectProblem(await fire(api, trigger, '', json), 'invalid_json');
  expectProblem(await fire(api, trigger, `${'['.repeat(65)}${']'.repeat(65)}`, json), 'invalid_request');
  expectProblem(await fire(api, trigger, `[${'1,'.repeat(50_000)}1]`, json), 'invalid_request');
  expectProblem(await fire(api, trigger, JSON.stringify('x'.repeat(300_000)), json), 'payload_too_large');
  expectProblem(await fire(api, trigger, 'x', { 'content-type': 'text/xml' }), 'unsupported_media_type');
  expect(api.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('429: many requests stop at the limit of the trigger, and do not block other jobs', async () => {
  const trigger = await newTrigger(api, { perHour: 5 });
  const replies = await Promise.all(Array.from({ length: 60 }, () => fire(api, trigger)));
  const statuses = Map.groupBy(replies, ({ status }) => status);
  expect(statuses.get(202)).toHaveLength(5);
  expect((statuses.get(429)?.length ?? 0) + (statuses.get(503)?.length ?? 0)).toBe(55);
  expect(statuses.get(429)?.[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
  const job = await api.send('POST', `/v2/agent/${api.project.id}/job`, { body: { prompt: 'Fix typos' } });
  expect(job.status).toBe(201);
});

test('429: an address cannot try one secret after another', async () => {
  await using few = await startApi({ limits: { hostWebhooksPerMinute: 3 } });
  const trigger = await newTrigger(few);
  for (let attempt = 0; attempt < 3; attempt += 1)
    expectProblem(await fire(few, trigger, {}, { authorization: 'Bearer wrong' }), 'invalid_signature');
  expectProblem(await fire(few, trigger), 'quota_exceeded');
});

test('a trigger of a deleted project no longer exists', async () => {
  await using own = await startApi();
  const trigger = await newTrigger(own);
  await own.db.updateTable('project').set({ deleted_at: new Date() }).where('id', '=', own.project.id).execute();
  expectProblem(await fire(own, trigger), 'invalid_signature');
});
