import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../../src/secrets/token.ts';
import { setProject } from '../../../src/projects/project.ts';
import { expectProblem } from '../support/api.ts';
import { siteOrigin, startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';

let collector: Collector;
let now = new Date();
beforeAll(async () => {
  collector = await startCollector({ now: () => now });
});
afterAll(async () => await collector[Symbol.asyncDispose]());

test.each([
  'https://evil.example',
  'http://docs.example.com',
  'https://docs.example.com:8443',
  'https://docs.example.com/',
  'https://docs.example.com.evil.example',
  'https://DOCS.example.com',
  'null',
  '',
])('the origin %j is not allowed', async (origin) => {
  const reply = await collector.sendFromBrowser({ url: `${siteOrigin}/a` }, { origin });
  expectProblem(reply, 'origin_not_allowed');
  // Its script may read this and no more: a script takes an unreadable response for an unavailable server, and retries.
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(reply.headers.get('access-control-expose-headers')).toBeNull();
  expect(reply.headers.get('vary')).toBe('Origin');
});

test('the origin is checked before the body', async () => {
  const reply = await collector.sendFromBrowser('{', { origin: 'https://evil.example', type: 'image/png' });
  expectProblem(reply, 'origin_not_allowed');
});

test('a refused request is counted', async () => {
  await using fresh = await startCollector();
  await fresh.sendFromBrowser({ path: '/a' }, { origin: 'https://evil.example' });
  await expect.poll(async () => await fresh.health()).toEqual({ 'refused:origin_not_allowed': 1 });
});

test('a change of the allowed origins applies within a second', async () => {
  const other = 'https://handbook.example.com';
  const { api } = collector;
  const allow = async (origins: string[]) => {
    await setProject(api.db, api.project.id, { origins });
    now = new Date(now.getTime() + 1_000);
  };
  await allow([siteOrigin, other]);
  expect((await collector.sendFromBrowser({ path: '/a' }, { origin: other })).status).toBe(202);
  await allow([siteOrigin]);
  expectProblem(await collector.sendFromBrowser({ path: '/a' }, { origin: other }), 'origin_not_allowed');
  expect((await collector.sendFromBrowser({ path: '/a' })).status).toBe(202);
});

test('every one of many concurrent requests with the wrong key is refused, and none with the right one', async () => {
  const { api, path } = collector;
  const reader = await api.newKey({ scopes: ['analytics:read'] });
  const writer = await api.newKey({ scopes: ['ingest'] });
  const twenty = async (key: string) =>
    await Promise.all(
      Array.from({ length: 20 }, async () => await api.send('POST', path, { key, body: { path: '/a' } })),
    );
  const [refused, accepted, unknown] = await Promise.all([reader, writer, 'desk_unknown'].map(twenty));
  expect(accepted?.map(({ status }) => status)).toEqual(Array.from({ length: 20 }).fill(202));
  for (const reply of unknown ?? []) expectProblem(reply, 'invalid_token');
  for (const reply of refused ?? []) {
    expectProblem(reply, 'insufficient_scope');
    expect(reply.headers.get('www-authenticate')).toContain('scope="ingest"');
  }
});

test('a revoked key can send nothing, however many requests have used it', async () => {
  const { api, path } = collector;
  const key = await api.newKey({ scopes: ['ingest'] });
  const send = async (): Promise<number> => (await api.send('POST', path, { key, body: { path: '/a' } })).status;
  expect(new Set(await Promise.all(Array.from({ length: 20 }, send)))).toEqual(new Set([202]));
  await api.db.updateTable('api_key').set({ revoked_at: new Date() }).where('hash', '=', hashToken(key)).execute();
  expect(new Set(await Promise.all(Array.from({ length: 20 }, send)))).toEqual(new Set([401]));
});
