import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../support/api.ts';
import { startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';
import { badMediaTypes } from '../support/prompt-cases.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(async () => await collector[Symbol.asyncDispose]());

test.each(badMediaTypes)('a server sends %s', async (type) => {
  const headers = { 'content-type': type };
  const reply = await collector.api.send('POST', collector.path, { body: '{"path":"/a"}', headers });
  expectProblem(reply, 'unsupported_media_type');
});

test.each(badMediaTypes.filter((type) => type !== 'text/plain'))('a browser sends %s', async (type) => {
  expectProblem(await collector.sendFromBrowser({ path: '/a' }, { type }), 'unsupported_media_type');
});

test('a browser sends text of another charset', async () => {
  const reply = await collector.sendFromBrowser({ path: '/a' }, { type: 'text/plain; charset=iso-8859-1' });
  expectProblem(reply, 'unsupported_media_type');
  expect(reply.headers.get('access-control-allow-origin')).not.toBeNull();
});
