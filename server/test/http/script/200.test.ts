import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('the script has at most 1.5 KB on the wire', async () => {
  const reply = await api.send('GET', '/script.js', { key: null });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(gzipSync(reply.text).length).toBeLessThanOrEqual(1_500);
});

test('the script is a valid program, without comments', async () => {
  const { text } = await api.send('GET', '/script.js', { key: null });
  // oxlint-disable-next-line typescript/no-implied-eval -- it is parsed, and not run
  expect(() => new Function(text)).not.toThrow();
  expect(text).not.toMatch(/^\s*\/\//m);
});

test('every site may load the script, and caches it for an hour', async () => {
  const { headers } = await api.send('GET', '/script.js', { key: null });
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('cache-control')).toContain('max-age=3600');
  const again = await api.send('GET', '/script.js', {
    key: null,
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(again).toMatchObject({ status: 304, text: '' });
});
