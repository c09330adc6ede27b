import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteOrigin, startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';
import { absentProjectId } from '../support/endpoints.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(async () => await collector[Symbol.asyncDispose]());

const ask = async (headers: Record<string, string>) =>
  await collector.api.send('OPTIONS', collector.path, { key: null, headers });

test('a browser may send JSON from the site', async () => {
  const reply = await ask({
    origin: siteOrigin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  });
  expect(reply).toMatchObject({ status: 204, text: '' });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'access-control-allow-origin': siteOrigin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type',
    vary: 'Origin',
  });
  expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
});

test('a browser may not send from another site, nor to a missing project', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const absent = `/v1/collect/${absentProjectId}`;
  const replies = [await ask(headers), await collector.api.send('OPTIONS', absent, { key: null, headers })];
  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(replies.map((reply) => reply.headers.get('access-control-allow-origin'))).toEqual([null, null]);
});

test('other requests get the list of methods', async () => {
  const reply = await ask({});
  expect(reply.status).toBe(204);
  expect(reply.headers.get('allow')).toBe('OPTIONS, POST');
});
