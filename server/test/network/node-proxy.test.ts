import { once } from 'node:events';
import http, { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download } from '../../src/analytics/classify/download.ts';
import { downloadTail } from '../../src/code-hosts/checks/log-download.ts';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { getDocument } from '../../src/sitemap/get.ts';
import { post } from '../../src/webhooks/post.ts';

/** A proxy that resolves names itself, and would therefore connect to unchecked addresses. */
const asked: string[] = [];
const proxy = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('secret');
});
proxy.on('connect', ({ url = '' }, socket) => {
  asked.push(url);
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
});
let restore: () => void;

beforeAll(async () => {
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // Does what NODE_USE_ENV_PROXY does when Node starts.
  restore = http.setGlobalProxyFromEnv({ HTTPS_PROXY: address, HTTP_PROXY: address });
});
afterAll(() => {
  restore();
  proxy.close();
});

const timeoutMilliseconds = 5_000;
/** No server listens there. */
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const reach = { allowed: privateNetworks(['127.0.0.0/8']), lookup: () => Promise.resolve(addresses) };
const calls: Record<string, (base: string) => Promise<unknown>> = {
  'a key directory': (base) => download(new URL(base), { maximumBytes: 100, timeoutMilliseconds }),
  'a log elsewhere': (base) => downloadTail(base, { apiUrl: 'https://api.example', timeoutMilliseconds }, 100),
  'a webhook': (base) =>
    post({ url: new URL(base), addresses, headers: {}, body: '{}', signal: AbortSignal.timeout(timeoutMilliseconds) }),
  'a sitemap': (base) =>
    getDocument(new URL(base), reach, { bytes: 100, signal: AbortSignal.timeout(timeoutMilliseconds) }),
};

test.each(Object.keys(calls))('%s uses no proxy, even if Node itself was given one', async (kind) => {
  asked.length = 0;
  await calls[kind]?.('https://somewhere.invalid:9/').catch(() => undefined);
  expect(asked).toEqual([]);
});

test('a request of Node itself uses its proxy', async () => {
  asked.length = 0;
  const request = https.get('https://somewhere.invalid:9/');
  await once(request, 'error');
  expect(asked).toEqual(['somewhere.invalid:9']);
});
