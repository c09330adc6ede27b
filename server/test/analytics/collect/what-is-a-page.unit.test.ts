import { expect, test } from 'vitest';
import type { CollectedEvent } from '../../../src/analytics/collect/draft.ts';
import { collect } from './support.ts';

/** What Chrome sends with a click, with `fetch`, and for `<img>`. */
const navigation = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
};
const picture = {
  accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  'sec-fetch-dest': 'image',
  'sec-fetch-mode': 'no-cors',
};
const anything = { accept: '*/*' };

/** Real names of pages: from Next.js's guides, an API reference, a wiki, and a text version of a page. */
const filelike = ['/guides/next.js', '/reference/package.json', '/wiki/Node.js', '/guide.md.txt', '/openapi.json'];

test.each([...filelike, '/openapi.yaml', '/wiki/File:Logo.png', '/feed.xml'])(
  '%s is a page if any sign says so',
  async (path) => {
    const counted: CollectedEvent[] = [
      { path, headers: navigation },
      { path, headers: { 'sec-fetch-dest': 'document' } },
      { path, headers: { accept: 'text/html' } },
      { path, headers: { accept: 'text/markdown, text/html;q=0.9, */*;q=0.1' } },
      { path: `${path}/`, headers: anything },
      { path: `${path}/?tab=/` },
      { url: `https://docs.example.com${path}/#top` },
      { path, contentType: 'text/html; charset=utf-8' },
    ];
    const { arrival } = await collect(counted);
    expect(arrival.views.map((view) => view.path)).toEqual(counted.map(() => path));
  },
);

test.each([...filelike, '/openapi.yaml', '/wiki/File:Logo.png', '/feed.xml'])(
  '%s is not a page if no sign says so',
  async (path) => {
    const dropped: CollectedEvent[] = [
      { path },
      { path, headers: {} },
      { path, headers: anything },
      { path: `${path}?x=/` },
      { path, headers: { accept: 'application/rss+xml, application/xml;q=0.9, text/html;q=0.8' } },
      { path, headers: picture },
      { path: `${path}/`, headers: picture },
      { path, headers: navigation, contentType: 'application/json' },
      { path, status: 404, contentType: 'text/html' },
    ];
    const { arrival } = await collect(dropped);
    expect(arrival.views).toEqual([]);
    expect(arrival.dropped).toEqual({ not_a_page: dropped.length });
  },
);

test.each(['/guides/next.js', '/img/logo.png', '/robots.txt', '/a.zip'])(
  '%s is a page if its own script reports it',
  async (path) => {
    const headers = { accept: '*/*', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' };
    const { view } = await collect([{ url: `https://docs.example.com${path}`, headers }], { source: 'browser' });
    expect(view.path).toBe(path);
  },
);

test.each([
  '/robots.txt',
  '/sitemap-0.xml',
  '/favicon.ico',
  '/release.zip',
  '/app.tar.gz',
  '/img/logo.png',
  '/assets/site.js',
])('%s is never a page: programs request it, or a click downloads it', async (path) => {
  const { arrival } = await collect([
    { path, headers: navigation },
    { path, headers: { accept: 'text/html' } },
    { path, contentType: 'text/html' },
    { path: `${path}/` },
  ]);
  expect(arrival.dropped).toEqual({ not_a_page: 2 });
  expect(arrival.views.map((view) => view.path)).toEqual([path, path]);
});

test('a style sheet is a page if a browser opens it: some servers answer missing files with a page', async () => {
  const path = '/docs/animate.css';
  const { arrival } = await collect([
    { path, headers: navigation, contentType: 'text/html' },
    { path, headers: navigation },
    { path: `${path}/` },
    { path, headers: { accept: 'text/html' }, contentType: 'text/html' },
    { path, headers: navigation, contentType: 'text/css' },
    { path, headers: { accept: 'text/html' } },
  ]);
  expect(arrival.views.map((view) => view.path)).toEqual([path, path, path]);
  expect(arrival.dropped).toEqual({ not_a_page: 3 });
});

test.each([
  ['/guide', 'text/html', true],
  ['/guide', 'TEXT/HTML;charset=x', true],
  ['/guide', '', true],
  ['/guide', 'application/json', false],
  ['/guide', 'image/png', false],
  ['/guide', 'text/plain', false],
  ['/guide.md', 'text/plain', true],
  ['/guide.md', 'application/octet-stream', true],
  ['/llms.txt', 'text/plain', true],
  ['/manual.pdf', 'application/pdf', true],
])('%s answered as %s is a page: %s', async (path, contentType, page) => {
  const { arrival } = await collect([{ path, contentType }]);
  expect(arrival.views).toHaveLength(page ? 1 : 0);
});

test('a request for a missing page is recognised whatever the content type of the error', async () => {
  const { arrival } = await collect([
    { path: '/guide', status: 404, contentType: 'application/json' },
    { path: '/wiki/Node.js', status: 404, headers: navigation, contentType: 'application/json' },
  ]);
  expect(arrival.views.map(({ path, found }) => [path, found])).toEqual([
    ['/guide', false],
    ['/wiki/Node.js', false],
  ]);
});

test.each([...filelike, '/reference/main.css', '/static/setup.js', '/img/logo.png'])(
  "%s is a page if the project's docs have a page there, whatever its ending",
  async (path) => {
    const docsPages = () => new Set(['/other.js', path]);
    const events: CollectedEvent[] = [
      { path },
      { path, headers: anything },
      { url: `https://docs.example.com${path}?x=/` },
      { path, headers: picture },
      { path, contentType: 'application/json' },
      { path: `/elsewhere${path}` },
    ];
    const { arrival } = await collect(events, { docsPages });
    expect(arrival.views.map((view) => view.path)).toEqual([path, path, path]);
    expect(arrival.dropped).toEqual({ not_a_page: 3 });
  },
);

test('the pages of the docs are read only for paths that would be dropped by their ending alone', async () => {
  let asked = 0;
  const docsPages = () => {
    asked += 1;
    return undefined;
  };
  await collect(
    [{ path: '/guide' }, { path: '/guide.md' }, { path: '/app.js', headers: picture }, { path: '/a.js/' }],
    { docsPages },
  );
  expect(asked).toBe(0);
  const { arrival } = await collect([{ path: '/wiki/Node.js' }], { docsPages });
  expect(asked).toBe(1);
  expect(arrival.dropped).toEqual({ not_a_page: 1 });
});
