import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../support/site.ts';
import type { TestSite } from '../support/site.ts';

let site: TestSite;
let key: string;

beforeAll(async () => {
  site = await startSite();
  key = await site.newKey(['admin']);
});
afterAll(() => site[Symbol.asyncDispose]());

test.each([
  ['a page', '/sign-in', 'text/html'],
  ['the API document', '/openapi.json', 'application/json'],
])(
  '%s is compressed with br or gzip if the client accepts it, and the reply has a Vary header',
  async (_name, path, accept) => {
    const plain = await get(path, { accept });
    const gzip = await get(path, { accept, 'accept-encoding': 'gzip' });
    const brotli = await get(path, { accept, 'accept-encoding': 'gzip, deflate, br' });
    expect([plain, gzip, brotli].map(({ encoding }) => encoding)).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.body).toString()).toBe(plain.body.toString());
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.body.toString());
    expect(brotli.vary).toMatch(/accept-encoding/i);
  },
);

test('the style and the script are compressed', async () => {
  const { body } = await get('/sign-in', { accept: 'text/html' });
  const assets = [...body.toString().matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  expect(assets).toHaveLength(2);
  for (const path of assets) expect((await get(path, { 'accept-encoding': 'br' })).encoding).toBe('br');
});

test('an export is compressed as it is written', async () => {
  const path = `/v1/analytics/${site.docs.id}/views/export`;
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip', accept: 'text/csv' };
  const { encoding, body } = await get(path, headers);
  expect(encoding).toBe('gzip');
  expect(gunzipSync(body).toString()).toContain('path,human,ai,total');
});

test('a job’s reply is not compressed, because its entity tag names its bytes, and small replies are not either', async () => {
  const job = await site.api.newJob({ project: site.docs });
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip, br' };
  const reply = await get(`/v2/agent/${site.docs.id}/job/${job.id}`, headers);
  expect(reply.encoding).toBeUndefined();
  expect((await get('/readyz', headers)).encoding).toBeUndefined();
});

test('an event stream is not compressed: its first event comes at once', async () => {
  const job = await site.api.newJob({ project: site.docs });
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'accept-encoding': 'gzip, br' };
  const reply = await fetch(`${site.origin}/v2/agent/${site.docs.id}/job/${job.id}/events`, { headers });
  expect(reply.headers.get('content-encoding')).toBeNull();
  const reader = reply.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain('retry: ');
  await reader?.cancel();
});

/** Sends a request without fetch, which would decompress the response itself. */
async function get(path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    encoding: string | undefined;
    vary: string | undefined;
    body: Buffer;
  }>();
  const asked = request(site.origin + path, { headers }, (reply) => {
    const chunks: Buffer[] = [];
    reply.on('data', (chunk: Buffer) => chunks.push(chunk));
    reply.on('end', () => {
      const { 'content-encoding': encoding, vary } = reply.headers;
      resolve({ encoding, vary, body: Buffer.concat(chunks) });
    });
    reply.on('error', reject);
  });
  asked.on('error', reject).end();
  return await promise;
}
