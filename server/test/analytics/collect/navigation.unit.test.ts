import type { DropReason } from '@copydesk/contract';
import { expect, test } from 'vitest';
import type { CollectedEvent } from '../../../src/analytics/collect/draft.ts';
import { collect } from './support.ts';

const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const fetched = { accept: '*/*', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' };

/**
 * What Next.js prefetches for each link that comes into view: next@16.2.4/dist/client/components/app-router-headers.js.
 */
const prefetches = Array.from({ length: 20 }, (_, link) => ({
  path: `/guide/${link}?_rsc=1a2b3`,
  headers: { ...fetched, rsc: '1', 'next-router-prefetch': '1', 'next-url': '/' },
}));

test.each(['server', 'import'] as const)(
  'opening a page with 20 prefetched links counts one view of a person, from the source %s',
  async (source) => {
    const { arrival } = await collect([{ path: '/', headers: navigation }, ...prefetches], { source });
    expect(arrival.views.map(({ path }) => path)).toEqual(['/']);
    expect(arrival.dropped).toEqual({ prefetch: 20 });
  },
);

test('an imported log without headers drops prefetched links by their addresses', async () => {
  const logged = prefetches.map(({ path }) => ({ path }));
  const { arrival } = await collect([{ path: '/' }, ...logged], { source: 'import' });
  expect(arrival.views.map(({ path }) => path)).toEqual(['/']);
  expect(arrival.dropped).toEqual({ not_navigation: 20 });
});

const marked: [DropReason, CollectedEvent][] = [
  ['prefetch', { path: '/guide', headers: { 'x-middleware-prefetch': '1' } }],
  ['not_navigation', { path: '/guide', headers: { ...fetched, rsc: '1' } }],
  ['not_navigation', { path: '/guide', headers: { 'x-nextjs-data': '1' } }],
  ['not_navigation', { url: 'https://docs.example.com/guide?tab=2&_rsc=1a2b3' }],
  ['not_navigation', { path: '/guide.data' }],
  ['not_navigation', { path: '/guide?_data=routes%2Fguide' }],
  ['not_navigation', { path: '/guide', headers: fetched }],
  ['not_navigation', { path: '/guide', headers: { 'x-requested-with': 'XMLHttpRequest' } }],
  ['not_navigation', { path: '/guide', headers: { ...navigation, 'sec-fetch-dest': 'iframe' } }],
];

test.each(marked)('%s: %j is dropped for a person', async (reason, event) => {
  for (const source of ['server', 'import'] as const) {
    const { arrival, result } = await collect([event], { source });
    expect(arrival.dropped).toEqual({ [reason]: 1 });
    expect(result.dropped).toEqual([{ index: 0, reason, detail: expect.stringMatching(/fetche[ds]/) }]);
  }
});

test.each(marked)('the same request of an AI product or a bot is a view (%s, %j)', async (_reason, event) => {
  const { arrival } = await collect([
    { ...event, userAgent: 'ai' },
    { ...event, userAgent: 'bot' },
  ]);
  expect(arrival.views.map(({ reader }) => reader.verdict.class)).toEqual(['ai', 'bot']);
});

test('a script of the page reports a navigation by a request that is not a navigation', async () => {
  const url = 'https://docs.example.com/guide';
  const { arrival } = await collect([{ url, headers: { ...fetched, 'sec-fetch-mode': 'no-cors' } }], {
    source: 'browser',
  });
  expect(arrival.views.map(({ path }) => path)).toEqual(['/guide']);
});
