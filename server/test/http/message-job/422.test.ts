import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v2/agent/${api.project.id}/job`;
  path = `${path}/${(await api.newJob()).id}/message`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('an idempotency key is refused for another prompt, and stays valid for the first', async () => {
  const headers = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };
  const first = await api.send('POST', path, { body: { prompt: 'one' }, headers });
  expect(first.status).toBe(200);
  expectProblem(await api.send('POST', path, { body: { prompt: 'two' }, headers }), 'idempotency_key_reused');
  expect((await api.send('POST', path, { body: { prompt: 'one' }, headers })).headers.get('idempotency-replayed')).toBe(
    'true',
  );
});

test('an idempotency key of another endpoint is refused', async () => {
  const headers = { 'idempotency-key': 'elsewhere' };
  const other = `/v2/agent/${api.project.id}/job/${(await api.newJob()).id}/message`;
  await api.send('POST', other, { body: { prompt: 'x' }, headers });
  expectProblem(await api.send('POST', path, { body: { prompt: 'x' }, headers }), 'idempotency_key_reused');
});

test('a refused request leaves its idempotency key free', async () => {
  const headers = { 'idempotency-key': 'refused' };
  expectProblem(await api.send('POST', path, { body: { prompt: '' }, headers }), 'invalid_request');
  expect((await api.send('POST', path, { body: { prompt: 'x' }, headers })).status).toBe(200);
});
