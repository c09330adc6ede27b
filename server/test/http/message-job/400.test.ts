import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { badBodies, badIdempotencyKeys, badJson } from '../support/prompt-cases.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v2/agent/${api.project.id}/job`;
  path = `${path}/${(await api.newJob()).id}/message`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(badBodies)('refuses %s', async (_name, body, pointer) => {
  const headers = { 'content-type': 'application/json' };
  const reply = await api.send('POST', path, { body: JSON.stringify(body), headers });
  const problem = expectProblem(reply, 'invalid_request');
  expect(problem.errors).toEqual([{ pointer, detail: expect.stringMatching(/./) }]);
});

test.each(badJson)('refuses %s as no JSON', async (_name, body) => {
  const reply = await api.send('POST', path, { body, headers: { 'content-type': 'application/json' } });
  expectProblem(reply, 'invalid_json');
});

test.each(badIdempotencyKeys)('refuses %s as Idempotency-Key', async (_name, key) => {
  const reply = await api.send('POST', path, { body: { prompt: 'x' }, headers: { 'idempotency-key': key } });
  expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ header: 'Idempotency-Key' }]);
});

test('reports all that is wrong at once', async () => {
  const reply = await api.send('POST', path, { body: {}, headers: { 'idempotency-key': 'a b' } });
  expect(expectProblem(reply, 'invalid_request').errors).toHaveLength(2);
});
