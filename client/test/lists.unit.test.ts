import { expect, test } from 'vitest';
import { openClient } from '../src/index.ts';
import { json, stubServer } from './support/stub-server.ts';

const addresses = (requests: Request[]): string[] => requests.map(({ url }) => new URL(url).search);

test('jobs are requested page by page, as they are read', async () => {
  const { options, requests } = stubServer(
    json({ jobs: [{ id: 'job_3' }, { id: 'job_2' }], nextCursor: 'c1' }),
    json({ jobs: [{ id: 'job_1' }], nextCursor: null }),
  );
  const jobs = openClient(options).jobs('prj_1', { status: 'failed' });
  expect((await jobs.next()).value).toEqual({ id: 'job_3' });
  expect((await jobs.next()).value).toEqual({ id: 'job_2' });
  expect(requests).toHaveLength(1);
  expect(await Array.fromAsync(jobs, ({ id }) => id)).toEqual(['job_1']);
  expect(addresses(requests)).toEqual(['?limit=100&status=failed', '?limit=100&status=failed&cursor=c1']);
});

const view = (path: string) => ({ path, human: 1, ai: 0, total: 1 });

test('views are requested page by page, until there are no more', async () => {
  const { options, requests } = stubServer(
    json({ views: [view('/a'), view('/b')], hasMore: true }),
    json({ views: [view('/c')], hasMore: false }),
  );
  const views = openClient(options).views('prj_1', { limit: 2, dateFrom: '2026-10-01' });
  expect(await Array.fromAsync(views, ({ path }) => path)).toEqual(['/a', '/b', '/c']);
  expect(addresses(requests)).toEqual([
    '?limit=2&dateFrom=2026-10-01&offset=0',
    '?limit=2&dateFrom=2026-10-01&offset=2',
  ]);
});

test('an export is returned in chunks, with its totals before them', async () => {
  const lines = ['/a', '/b', '/ü'].map((path) => JSON.stringify(view(path)));
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  // Cuts within a character.
  const parts = [bytes.slice(0, 40), bytes.slice(40, bytes.length - 34), bytes.slice(bytes.length - 34)];
  const body = ReadableStream.from(parts);
  const headers = { 'copydesk-totals': 'human=3, ai=0, total=3' };
  const { options, requests } = stubServer(() => new Response(body, { headers }));
  const exported = await openClient(options).exportViews('prj_1', { path: '/' });
  expect(exported.totals).toEqual({ human: 3, ai: 0, total: 3 });
  expect((await Array.fromAsync(exported.chunks)).flat()).toEqual(['/a', '/b', '/ü'].map(view));
  expect(addresses(requests)).toEqual(['?path=%2F&format=ndjson']);
});

test('an export that breaks off throws an error', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(`${JSON.stringify(view('/a'))}\n`);
    throw new Error('reset');
  }
  const { options } = stubServer(() => new Response(ReadableStream.from(broken())));
  const { chunks } = await openClient(options).exportViews('prj_1');
  expect((await chunks.next()).value).toEqual([view('/a')]);
  await expect(chunks.next()).rejects.toMatchObject({ code: 'unreachable', message: /broke off/ });
});
