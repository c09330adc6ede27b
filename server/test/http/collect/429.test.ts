import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectProblem } from '../support/api.ts';
import { startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';

let collector: Collector;
let now = new Date();
beforeAll(async () => {
  collector = await startCollector({ views: { collectPerMinute: 6 }, trustedProxies: ['127.0.0.1'], now: () => now });
});
afterAll(async () => await collector[Symbol.asyncDispose]());
beforeEach(() => void (now = new Date(now.getTime() + 60_000)));

const view = { path: '/a' };

const from = async (address: string, body: object = view) =>
  await collector.sendFromBrowser(body, { headers: { 'x-forwarded-for': address } });

test('an address may send a limited number of views a minute, and then one whenever the quota has room again', async () => {
  for (let count = 0; count < 6; count += 1) expect((await from('192.0.2.1')).status).toBe(202);
  const refused = await from('192.0.2.1');
  expectProblem(refused, 'quota_exceeded');
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(refused.headers.get('ratelimit-policy')).toBe('"collect";q=6;w=60');
  expect(refused.headers.get('ratelimit')).toBe('"collect";r=0;t=10');
  expect(refused.headers.get('access-control-allow-origin')).not.toBeNull();
  now = new Date(now.getTime() + 10_000);
  expect((await from('192.0.2.1')).status).toBe(202);
  expectProblem(await from('192.0.2.1'), 'quota_exceeded');
});

test('another address is not limited, but other addresses of the same IPv6 network are', async () => {
  await from(
    '192.0.2.2',
    Array.from({ length: 6 }, () => view),
  );
  expectProblem(await from('192.0.2.2'), 'quota_exceeded');
  expect((await from('192.0.2.3')).status).toBe(202);
  await from(
    '2001:db8::1',
    Array.from({ length: 6 }, () => view),
  );
  expectProblem(await from('2001:DB8:0:0:1:2:3:4'), 'quota_exceeded');
  expect((await from('2001:db8:0:1::1')).status).toBe(202);
});

test('each view of a batch counts, and an excess delays the next request', async () => {
  expect(
    (
      await from(
        '192.0.2.4',
        Array.from({ length: 10 }, () => view),
      )
    ).status,
  ).toBe(202);
  const refused = await from('192.0.2.4');
  expectProblem(refused, 'quota_exceeded');
  expect(refused.headers.get('retry-after')).toBe('50');
});

test('the quota is checked before the body, and does not apply to keys', async () => {
  await from(
    '192.0.2.5',
    Array.from({ length: 6 }, () => view),
  );
  const headers = { 'x-forwarded-for': '192.0.2.5' };
  expectProblem(await collector.sendFromBrowser('{', { headers }), 'quota_exceeded');
  const reply = await collector.api.send('POST', collector.path, { body: [view, view], headers });
  expect(reply.status).toBe(202);
});
