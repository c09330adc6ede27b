import { describe, expect, test } from 'vitest';
import { markOf } from '../../src/request/marks.ts';

/** What Chrome 141 sends over https with `fetch`. */
const fetched = { accept: '*/*', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };

/** The same from a page over plain http: then there are no Sec-Fetch-* headers. */
const plain = { accept: '*/*' };

function mark(target: string, headers: Record<string, string>) {
  return markOf({ target, header: (name) => headers[name] });
}

describe('a prefetch', () => {
  test.each<[string, Record<string, string>]>([
    // https://wicg.github.io/nav-speculation/prefetch.html: speculation rules and links; `prerender` goes on to prerendering.
    ['/guide', { 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
    ['/guide', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-dest': 'document' }],
    ['/guide', { 'sec-purpose': 'prefetch;anonymous-client-ip' }],
    ['/guide', { purpose: 'prefetch' }],
    ['/guide', { 'x-purpose': 'preview' }],
    ['/guide', { 'x-moz': 'prefetch' }],
    ['/guide', { 'x-sec-purpose': 'prefetch', ...fetched }],
    // next@16.2.4/dist/client/components/app-router-headers.js
    ['/guide?_rsc=1a2b3', { rsc: '1', 'next-router-prefetch': '1', ...fetched }],
    ['/guide?_rsc=1a2b3', { rsc: '1', 'next-router-segment-prefetch': '/_tree', ...plain }],
    ['/guide', { 'x-middleware-prefetch': '1', ...plain }],
  ])('%s %j', (target, headers) => {
    expect(mark(target, headers)).toBe('prefetch');
  });
});

describe('a data request of a router', () => {
  test.each([
    '/guide?_rsc=1a2b3',
    '/guide?tab=2&_rsc=1a2b3',
    '/guide.txt?_rsc=1a2b3',
    '/guide.rsc',
    '/_next/data/bu1ld-Id/guide.json',
    '/docs/_next/data/bu1ld/guide.json?slug=guide',
    '/guide/_payload.json',
    '/guide/_payload.json?hash',
    '/guide/__data.json?x-sveltekit-invalidated=01',
    '/guide.html__data.json',
    '/guide?_data=routes%2Fguide',
    '/guide.data',
    '/_root.data?_routes=root',
    '/page-data/guide/page-data.json',
    '/guide/q-data.json',
    'https://docs.example.com/guide?_rsc=1a2b3',
  ])('%s', (target) => {
    expect(mark(target, plain)).toBe('router');
    expect(mark(target, fetched)).toBe('router');
    // Opened by a person, such as a link that somebody copied.
    expect(mark(target, { 'sec-fetch-dest': 'document' })).toBeUndefined();
  });

  test.each(['rsc', 'x-nextjs-data'])('%s', (name) => {
    expect(mark('/guide', { [name]: '1' })).toBe('router');
  });
});

test.each<[string, Record<string, string>]>([
  ['script', fetched],
  ['script', { 'x-requested-with': 'XMLHttpRequest' }],
  ['frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
  ['frame', { 'sec-fetch-dest': 'frame' }],
  ['frame', { 'sec-fetch-dest': 'embed' }],
  ['frame', { 'sec-fetch-dest': 'object' }],
  ['frame', { 'sec-fetch-dest': 'fencedframe' }],
])('for a %s: %j', (kind, headers) => {
  expect(mark('/guide', headers)).toBe(kind);
});

test.each<[string, Record<string, string>]>([
  ['/guide', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
  ['/guide', { 'sec-fetch-mode': 'navigate' }],
  ['/guide', { 'sec-purpose': '', purpose: 'navigate' }],
  // Node's own fetch.
  ['/guide', { accept: '*/*', 'sec-fetch-mode': 'cors' }],
  ['/guide', plain],
  ['/guide', {}],
  // An Android app that shows a page sends its name.
  ['/guide', { 'x-requested-with': 'com.example.reader' }],
  ['/guide?data=1&rsc=2', plain],
  ['/data', plain],
  ['/guide/page-data', plain],
  ['/search?q=guide.data', plain],
])('nothing marks %s %j', (target, headers) => {
  expect(mark(target, headers)).toBeUndefined();
});
