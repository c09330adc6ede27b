import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { badMediaTypes } from '../support/prompt-cases.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v2/agent/${api.project.id}/job`;
  path = `${path}/${(await api.newJob()).id}/message`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(badMediaTypes)('refuses %s', async (type) => {
  const reply = await api.send('POST', path, { body: '{"prompt":"x"}', headers: { 'content-type': type } });
  expectProblem(reply, 'unsupported_media_type');
});

test('refuses a body without a content type, and a request without either', async () => {
  expectProblem(await api.send('POST', path, { body: Buffer.from('{"prompt":"x"}') }), 'unsupported_media_type');
  expectProblem(await api.send('POST', path), 'unsupported_media_type');
});

test('refuses a compressed body', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const reply = await api.send('POST', path, { body: gzipSync('{"prompt":"x"}'), headers });
  expectProblem(reply, 'unsupported_media_type');
});

test('checks the type before the size', async () => {
  const body = 'x'.repeat(300_000);
  expectProblem(
    await api.send('POST', path, { body, headers: { 'content-type': 'text/plain' } }),
    'unsupported_media_type',
  );
});
