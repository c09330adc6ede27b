import { randomUUID } from 'node:crypto';
import type { DropReason } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import type { CollectedEvent } from '../../../src/analytics/collect/draft.ts';
import { collect, now } from './support.ts';
import { collectedProject } from '../support/collected-project.ts';

test('a view has the values of its event, in normalised form', async () => {
  const id = randomUUID();
  const { view, arrival, result } = await collect([
    {
      id: id.toUpperCase(),
      url: 'https://docs.example.com/Guide//index.html?x#y',
      timestamp: now.getTime() - 5_000,
      userAgent: 'Someone',
      referrer: 'https://www.Example.org/search?q=secret',
      status: 304,
      headers: { accept: 'text/html' },
      ip: '192.0.2.7',
    },
  ]);
  expect(view).toMatchObject({
    id,
    at: now.getTime() - 5_000,
    path: '/Guide',
    found: true,
    surface: 0,
    referrer: 'example.org',
    reader: { digest: 'Someone' },
  });
  expect(view.visitor).toEqual(expect.any(BigInt));
  expect(arrival).toMatchObject({ projectId: 7, source: 'server', dropped: {} });
  expect(result).toEqual({ accepted: 1, duplicates: 0, dropped: [] });
  expect(JSON.stringify(arrival.views.map((one) => ({ ...one, visitor: null })))).not.toMatch(/192\.0\.2\.7|secret/);
});

test('absent fields of an event default to the time of arrival, a new id, and success', async () => {
  const { arrival } = await collect([{ path: '/a' }, { path: '/a' }]);
  const [one, other] = arrival.views;
  expect(one).toMatchObject({ at: now.getTime(), found: true, referrer: null, visitor: null });
  expect(one?.id).toMatch(/^[\da-f-]{36}$/);
  expect(one?.id).not.toBe(other?.id);
});

const day = 86_400_000;

test.each<[DropReason, CollectedEvent]>([
  ['future', { path: '/a', timestamp: now.getTime() + day + 1 }],
  ['ancient', { path: '/a', timestamp: Date.UTC(2000, 0, 1) - 1 }],
  ['ancient', { path: '/a', timestamp: -1 }],
  ['invalid_url', { url: '/docs' }],
  ['invalid_url', { url: '' }],
  ['invalid_url', { url: 'https://' }],
  ['invalid_url', { url: 'file:///etc/passwd' }],
  ['invalid_url', { url: 'javascript:alert(1)' }],
  ['invalid_url', { url: 'about:blank', path: '/a' }],
  ['invalid_url', { path: 'a' }],
  ['invalid_characters', { url: 'https://docs.example.com/a\u202eb' }],
  ['invalid_characters', { url: 'https://docs.example.com/a\nb' }],
  ['invalid_characters', { url: 'https://docs.example.com/\ud800' }],
  ['invalid_characters', { path: '/a\0' }],
  ['path_too_long', { path: `/${'x'.repeat(10_240)}` }],
  ['not_a_page', { url: 'https://docs.example.com/main.css?v=1' }],
  ['not_served', { path: '/a', status: 301 }],
  ['not_served', { path: '/a', status: 403 }],
  ['not_served', { path: '/a', status: 500 }],
  ['not_served', { path: '/a', status: 101 }],
  ['method', { path: '/a', method: 'POST' }],
  ['method', { path: '/a', method: 'HEAD' }],
  ['prefetch', { path: '/a', headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ['prefetch', { path: '/a', headers: { purpose: 'prefetch' } }],
  ['prefetch', { path: '/a', headers: { 'x-moz': 'prefetch' } }],
])('%s: %j', async (reason, event) => {
  const { result, arrival } = await collect([{ path: '/kept' }, event, { path: '/kept' }]);
  expect(result).toEqual({ accepted: 2, duplicates: 0, dropped: [{ index: 1, reason, detail: expect.any(String) }] });
  expect(arrival.dropped).toEqual({ [reason]: 1 });
  expect(arrival.views.map(({ path }) => path)).toEqual(['/kept', '/kept']);
});

test.each<CollectedEvent>([
  { path: '/a', timestamp: now.getTime() + day },
  { path: '/a', timestamp: Date.UTC(2000, 0, 1) },
  { path: '/a', status: 200 },
  { path: '/a', status: 206 },
  { path: '/a', status: 304 },
  { path: '/a', method: 'GET' },
  { path: '/a', headers: { 'sec-purpose': 'none' } },
  { url: 'HTTPS://DOCS.example.com/a#\u202e' },
  { url: 'http://[::1]:8080/a?x=%zz', path: '/b' },
])('%j is a view', async (event) => {
  expect((await collect([event])).view).toMatchObject({ path: '/a', found: true });
});

test.each([404, 410])('an event with status %i is stored as a request for a missing page', async (status) => {
  expect((await collect([{ path: '/a', status }])).view).toMatchObject({ path: '/a', found: false });
});

test('drops are reported in the order in which the events were sent, whichever step dropped them', async () => {
  const { result } = await collect([{ path: '/a', status: 500 }, { path: 'x' }, { path: '/a', timestamp: 0 }]);
  expect(result.dropped.map(({ index, reason }) => [index, reason])).toEqual([
    [0, 'not_served'],
    [1, 'invalid_url'],
    [2, 'ancient'],
  ]);
});

test('events that were dropped earlier are added to the counts', async () => {
  const ledger = { fingerprint: Buffer.alloc(32), file: 'access.log', position: 10, lines: 2 };
  const { arrival } = await collect([{ path: 'x' }], { dropped: { unreadable: 3, invalid_url: 1 }, ledger });
  expect(arrival).toMatchObject({ dropped: { unreadable: 3, invalid_url: 2 }, ledger });
});

describe('the surface', () => {
  test.each([
    ['/a', undefined, 0],
    ['/a', 'text/html,application/xhtml+xml,*/*;q=0.8', 0],
    ['/a.md', undefined, 1],
    ['/a', 'text/markdown, text/html, */*', 1],
    ['/llms.txt', 'text/markdown', 2],
    ['/docs/llms-full.txt', undefined, 2],
  ])('%s with Accept %s is %i', async (path, accept, surface) => {
    const headers = accept === undefined ? null : { accept };
    expect((await collect([{ path, headers }])).view.surface).toBe(surface);
  });
});

describe('the side that counts people', () => {
  test.each([
    [null, 'browser', ['human', 'ai', 'bot']],
    [null, 'server', ['human', 'ai', 'bot']],
    ['browser', 'browser', ['human', 'ai', 'bot']],
    ['browser', 'server', ['ai', 'bot']],
    ['browser', 'import', ['ai', 'bot']],
    ['server', 'browser', ['ai', 'bot']],
    ['server', 'server', ['human', 'ai', 'bot']],
    ['server', 'import', ['human', 'ai', 'bot']],
  ] as const)('at %s, counted by %s: %j', async (peopleFrom, source, counted) => {
    const events = ['Someone', 'ai', 'bot'].map((userAgent) => ({ path: '/a', userAgent }));
    const { arrival } = await collect(events, { source, project: collectedProject({ peopleFrom }) });
    expect(arrival.views.map(({ reader }) => reader.verdict.class)).toEqual(counted);
    expect(arrival.dropped).toEqual(counted.length === 3 ? {} : { people_counted_elsewhere: 1 });
  });
});

describe('readers', () => {
  test('the classifier gets all that is known about a request', async () => {
    const headers = { accept: '*/*', 'user-agent': 'From the headers' };
    const url = 'https://docs.example.com/a.md';
    const { pageRequests } = await collect([{ url, headers, ip: '192.0.2.7', timestamp: 1e12 }, { path: '/a' }]);
    expect(pageRequests).toEqual([
      {
        userAgent: 'From the headers',
        headers,
        address: '192.0.2.7',
        markdownPath: true,
        url: new URL(url),
        at: 1e12,
        source: 'server',
      },
      {
        userAgent: '',
        headers: undefined,
        address: undefined,
        markdownPath: false,
        url: undefined,
        at: now.getTime(),
        source: 'server',
      },
    ]);
  });

  test('a signature is checked against the address that the headers were sent to', async () => {
    const headersSentTo = new URL('https://desk.example.com/v1/collect/prj_x');
    const { pageRequests } = await collect([{ url: 'https://docs.example.com/a', headersSentTo }], {
      source: 'browser',
    });
    expect(pageRequests[0]?.url).toBe(headersSentTo);
  });

  test('a reader that is classified late does not change the order of views', async () => {
    const { arrival } = await collect([
      { path: '/a', userAgent: 'slow one' },
      { path: '/b', userAgent: 'fast one' },
    ]);
    expect(arrival.views.map(({ path, reader }) => [path, reader.digest])).toEqual([
      ['/a', 'slow one'],
      ['/b', 'fast one'],
    ]);
  });
});
