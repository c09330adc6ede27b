import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { everyEndpoint, goodBody } from '../support/endpoints.ts';
import { badMediaTypes } from '../support/prompt-cases.ts';
import { everyBody, sendTo } from '../support/send-to.ts';

let api: TestApi;
let ids: Required<PathIds>;
beforeAll(async () => {
  api = await startApi();
  ids = await api.newIds();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(everyBody)('%s refuses a body of another type, and one that is compressed', async (_name, endpoint) => {
  const body = JSON.stringify(goodBody(endpoint));
  for (const type of badMediaTypes) {
    const reply = await sendTo(api, endpoint, ids, { body, headers: { 'content-type': type } });
    expectProblem(reply, 'unsupported_media_type');
  }
  expectProblem(await sendTo(api, endpoint, ids, { body: Buffer.from(body) }), 'unsupported_media_type');
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expectProblem(await sendTo(api, endpoint, ids, { body: gzipSync(body), headers }), 'unsupported_media_type');
});

test.each(everyBody)('%s checks the type before the size', async (_name, endpoint) => {
  const headers = { 'content-type': 'text/plain' };
  const reply = await sendTo(api, endpoint, ids, { body: 'x'.repeat(300_000), headers });
  expectProblem(reply, 'unsupported_media_type');
});

// A session that is not there is told first: end-my-session/415.test.ts has one that is.
const withoutBody = everyEndpoint.filter(
  ([name, { method, body }]) => method !== 'GET' && body === undefined && name !== 'endMySession',
);

test.each(withoutBody)('%s, which takes no body, refuses a header that names no type', async (_name, endpoint) => {
  const headers = { 'content-type': 'garbage' };
  expectProblem(await sendTo(api, endpoint, ids, { headers }), 'unsupported_media_type');
  expectProblem(await sendTo(api, endpoint, ids, { body: '{}', headers }), 'unsupported_media_type');
});

test('each kind of endpoint is there', () => {
  expect([everyBody.length > 20, withoutBody.length > 10]).toEqual([true, true]);
});
