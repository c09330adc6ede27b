import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../support/api.ts';
import { siteOrigin, startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(async () => await collector[Symbol.asyncDispose]());

test('refuses a request with neither a key nor an origin', async () => {
  const reply = await collector.sendFromBrowser({ path: '/a' }, { origin: null });
  expectProblem(reply, 'credentials_required');
  expect(reply.headers.get('www-authenticate')).toBe('Bearer');
});

test('refuses a wrong key, even with an allowed origin', async () => {
  const headers = { authorization: 'Bearer desk_x', origin: siteOrigin };
  const reply = await collector.sendFromBrowser({ path: '/a' }, { headers });
  expectProblem(reply, 'invalid_token');
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
});
