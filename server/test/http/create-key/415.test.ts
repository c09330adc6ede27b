import { afterAll, beforeAll, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { badMediaTypes } from '../support/prompt-cases.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(badMediaTypes)('refuses the content type %s', async (type) => {
  const body = JSON.stringify({ name: 'ci', scopes: ['agent:read'] });
  const reply = await api.send('POST', '/v1/keys', { body, headers: { 'content-type': type } });
  expectProblem(reply, 'unsupported_media_type');
});
