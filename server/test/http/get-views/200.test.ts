import { ViewsResult } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { Reply, TestApi } from '../support/api.ts';
import { countViews, viewsOf } from '../support/views.ts';

let api: TestApi;
let path: string;

const noon = (day: string) => ({ at: Date.parse(`${day}T12:00:00Z`) });

beforeAll(async () => {
  api = await startApi({ now: () => new Date('2026-11-21T10:00:00Z') });
  path = `/v1/analytics/${api.project.id}/views`;
  await countViews(api, [
    ...viewsOf('/start', { person: 3, claude: 1, google: 4 }),
    ...viewsOf('/start', { person: 1 }, noon('2026-10-31')),
    ...viewsOf('/b', { cursor: 2 }),
    ...viewsOf('/a', { person: 1, claude: 1 }),
    ...viewsOf('/é,"1', { person: 1 }, noon('2026-11-19')),
    ...viewsOf('=1', { claude: 1 }, noon('2026-11-19')),
    ...viewsOf('/only-bots', { google: 7 }),
    ...viewsOf('/gone', { person: 5 }, { found: false }),
  ]);
  await countViews(api, viewsOf('/start', { person: 100 }), api.foreign.number);
});
afterAll(async () => await api[Symbol.asyncDispose]());

const get = async (query = '', accept?: string) =>
  await api.send('GET', `${path}${query}`, { headers: accept === undefined ? {} : { accept } });

const bodyOf = (reply: Reply): ViewsResult => {
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json(;|$)/);
  return ViewsResult.parse(reply.json);
};

const pagesOf = async (query: string) => bodyOf(await get(query)).views.map((view) => view.path);

test('reports every page of all time, by total and then by path, with people and AI separate', async () => {
  expect(bodyOf(await get())).toEqual({
    totals: { human: 6, ai: 5, total: 11 },
    views: [
      { path: '/start', human: 4, ai: 1, total: 5 },
      { path: '/a', human: 1, ai: 1, total: 2 },
      { path: '/b', human: 0, ai: 2, total: 2 },
      { path: '/é,"1', human: 1, ai: 0, total: 1 },
      { path: '=1', human: 0, ai: 1, total: 1 },
    ],
    hasMore: false,
  });
});

test.each([
  ['?dateFrom=2026-11-20', 8],
  ['?dateTo=2026-11-20', 3],
  ['?dateFrom=2026-11-19&dateTo=2026-11-20', 2],
  ['?dateFrom=2026-11-20T12:00:00Z', 8],
  ['?dateFrom=2026-11-20T12:00:00.001Z', 0],
  ['?dateTo=2026-11-20T12:00:00Z', 3],
  ['?dateTo=2026-11-20T12:00:00.001Z', 11],
  ['?dateTo=2026-11-20T13:00:00%2B01:00', 3],
  ['?dateTo=2026-11-20T13:00:00.001+01:00', 11],
  ['?dateFrom=2026-11-20T12:00&dateTo=2026-11-20T12:00', 0],
  ['?dateFrom=1970-01-01&dateTo=9999-12-31', 11],
  ['?dateFrom=0000-01-01&dateTo=0000-01-02', 0],
])('%s holds %i views', async (query, total) => {
  const { totals, views, hasMore } = bodyOf(await get(query));
  expect(totals.total).toBe(total);
  expect(views.reduce((sum, view) => sum + view.total, 0)).toBe(total);
  expect(hasMore).toBe(false);
});

test('result pages contain every page once, whatever their size, and link to the next one', async () => {
  const all = bodyOf(await get()).views;
  for (const limit of [1, 2, 4, 5, 250]) {
    const seen: ViewsResult['views'] = [];
    let next: string | undefined = `${path}?dateTo=2026-11-21T00:00:00%2B01:00&limit=${limit}`;
    while (next !== undefined) {
      const reply: Reply = await api.send('GET', next);
      const { totals, views, hasMore } = bodyOf(reply);
      expect(totals.total).toBe(11);
      expect(views.length).toBeLessThanOrEqual(limit);
      seen.push(...views);
      next = /^<https:\/\/desk\.example\.com(\/[^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
      expect(next !== undefined).toBe(hasMore);
    }
    expect(seen).toEqual(all);
  }
});

test('the link to the next page keeps the query', async () => {
  const reply = await get('?limit=2&offset=1&path=/&dateFrom=2026-01-01T00:00:00+01:00');
  expect(reply.headers.get('link')).toBe(
    `<https://desk.example.com${path}?limit=2&offset=3&path=%2F&dateFrom=2026-01-01T00%3A00%3A00+01%3A00>; rel="next"`,
  );
});

test.each(['5', '250', '999999999', '9007199254740991', '9'.repeat(30)])(
  'offset %s is past the end',
  async (offset) => {
    const reply = await get(`?offset=${offset}`);
    expect(bodyOf(reply)).toEqual({ totals: { human: 6, ai: 5, total: 11 }, views: [], hasMore: false });
    expect(reply.headers.get('link')).toBeNull();
  },
);

test('filters', async () => {
  expect(await pagesOf('?path=/')).toEqual(['/start', '/a', '/b', '/é,"1']);
  expect(await pagesOf('?path=/st')).toEqual(['/start']);
  expect(await pagesOf('?path=%2F%C3%A9')).toEqual(['/é,"1']);
  expect(await pagesOf('?path=/%25')).toEqual([]);
  expect(bodyOf(await get('?agent=ClaudeBot'))).toMatchObject({ totals: { human: 0, ai: 3, total: 3 } });
  expect(bodyOf(await get('?purpose=coding'))).toEqual({
    totals: { human: 0, ai: 2, total: 2 },
    views: [{ path: '/b', human: 0, ai: 2, total: 2 }],
    hasMore: false,
  });
  expect(bodyOf(await get('?purpose=coding&agent=ClaudeBot')).views).toEqual([]);
  expect(bodyOf(await get('?agent=Googlebot')).totals).toEqual({ human: 0, ai: 0, total: 0 });
  expect(bodyOf(await get('?page=2&nonsense=1&nonsense=2')).totals.total).toBe(11);
});

test('as CSV, with the totals and the next page in headers', async () => {
  const reply = await get('', 'text/csv');
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(reply.headers.get('vary')).toBe('Accept');
  expect(reply.headers.get('copydesk-totals')).toBe('human=6, ai=5, total=11');
  expect(reply.headers.get('link')).toBeNull();
  expect(reply.text).toBe(
    'path,human,ai,total\r\n/start,4,1,5\r\n/a,1,1,2\r\n/b,0,2,2\r\n"/é,""1",1,0,1\r\n\'=1,0,1,1\r\n',
  );
  const first = await get('?limit=1', 'text/csv');
  expect(first.text).toBe('path,human,ai,total\r\n/start,4,1,5\r\n');
  expect(first.headers.get('copydesk-totals')).toBe('human=6, ai=5, total=11');
  expect(first.headers.get('link')).toContain('offset=1');
});

test('as JSON lines', async () => {
  const reply = await get('?limit=2', 'application/x-ndjson');
  expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(reply.headers.get('copydesk-totals')).toBe('human=6, ai=5, total=11');
  expect(reply.text).toBe('{"path":"/start","human":4,"ai":1,"total":5}\n{"path":"/a","human":1,"ai":1,"total":2}\n');
});

test.each(['text/html', 'application/xml', 'text/*', '*/*', 'text/csv;q=0', ''])(
  'Accept: %s gets JSON',
  async (accept) => {
    expect(bodyOf(await get('', accept)).totals.total).toBe(11);
  },
);

test('a bound within a day without single views is widened to whole days, which the reply reports', async () => {
  await using old = await startApi({ now: () => new Date('2030-01-15T00:00:00Z') });
  await countViews(old, [...viewsOf('/start', { person: 2 }), ...viewsOf('/start', { person: 1 }, noon('2026-11-22'))]);
  const key = await old.newKey({ expiresAt: null });
  const ofOld = async (query: string) =>
    await old.send('GET', `/v1/analytics/${old.project.id}/views?${query}`, { key });
  const widened = await ofOld('dateFrom=2026-11-20T13:00:00Z&dateTo=2026-11-21T01:02:03Z');
  expect(bodyOf(widened).totals.human).toBe(2);
  expect(widened.headers.get('copydesk-range')).toBe('2026-11-20T00:00:00.000Z/2026-11-22T00:00:00.000Z');
  const open = await ofOld('dateFrom=2026-11-20T13:00:00Z');
  expect(bodyOf(open).totals.human).toBe(3);
  expect(open.headers.get('copydesk-range')).toBe('2026-11-20T00:00:00.000Z/..');
  const exact = await ofOld('dateFrom=2026-11-20&dateTo=2026-11-22');
  expect(exact.headers.get('copydesk-range')).toBeNull();
});

test('HEAD returns the headers of GET without a body', async () => {
  const [head, whole] = [await api.send('HEAD', path), await get()];
  expect(head.status).toBe(200);
  expect(head.text).toBe('');
  expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
});
