import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countViews, viewsOf } from '../../http/support/views.ts';
import { behindCsvLink, countWeeks, fetchPage, hostilePaths, shownRows, shownTotals } from './support.ts';

let site: TestSite;
let base: string;
/** A person may request 240 pages a minute, and a fast machine requests more: so each test has its own minute. */
let minutesLater = 0;
beforeEach(() => void (minutesLater += 1));
beforeAll(async () => {
  site = await startSite({ services: () => ({ now: () => new Date(Date.now() + minutesLater * 60_000) }) });
  base = `/projects/${site.docs.id}/readers`;
  await countWeeks(site, new Date());
});
afterAll(async () => await site[Symbol.asyncDispose]());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const ranges = ['range=today', 'range=7d', '', 'range=12m', 'range=all', `from=${daysAgo(33)}&to=${daysAgo(12)}`];
const zones = ['', 'zone=Europe/Berlin', 'zone=Asia/Kolkata', 'zone=America/St_Johns'];
const filters = [
  '',
  'path=/guides/',
  'purpose=training',
  'agent=cursor',
  'path=/guides/start&purpose=coding',
  'surface=html',
  'surface=markdown&path=/g',
];

describe.each(ranges)('in the range “%s”', (range) => {
  test.each(zones)('with “%s”, every filter shows the numbers of the API', async (zone) => {
    for (const filter of filters) {
      const query = [range, zone, filter].filter((part) => part !== '').join('&');
      const { status, text } = await fetchPage(site, `${base}?${query}`);
      expect(status).toBe(200);
      const { totals, views } = await behindCsvLink(site, text, 'views/export');
      expect(shownTotals(text)).toEqual([totals.human, totals.ai, totals.total]);
      expect(shownRows(text, 'pages')).toEqual(views.map(({ human, ai, total }) => [human, ai, total]));
      // The chart's table has the same sum.
      const points = shownRows(text, 'course');
      const sumOf = (place: number) => points.reduce((sum, row) => sum + (row[place] ?? 0), 0);
      expect([sumOf(0), sumOf(1), sumOf(2)]).toEqual([totals.human, totals.ai, totals.total]);
    }
  });
});

test('the view of one page has only the numbers of that page', async () => {
  for (const path of ['/guides/start', ...hostilePaths]) {
    const { status, text } = await fetchPage(site, `${base}/page?range=90d&path=${encodeURIComponent(path)}`);
    expect(status).toBe(200);
    const query = `?path=${encodeURIComponent(path)}`;
    const { json } = await site.api.send('GET', `/v1/analytics/${site.docs.id}/page${query}`);
    const [human, ai, total] = shownTotals(text);
    expect(json).toMatchObject({ totals: { human, ai, total } });
    expect(text).not.toMatch(/<script>|"onmouseover=/);
    expect(text.replaceAll(/="[^"]*"/g, '')).not.toMatch(/[\u202e\u200b]/);
  }
});

test('the other pages show the numbers of the API', async () => {
  const path = `/v1/analytics/${site.docs.id}`;
  const figuresOf = async (part: string, heading: string) =>
    shownRows((await fetchPage(site, base + part)).text, heading);
  const since = `dateFrom=${daysAgo(29)}`;
  const jsonOf = async (part: string) => (await site.api.send('GET', `${path}${part}?${since}`)).json;
  expect(await jsonOf('/agents')).toMatchObject({
    agents: (await figuresOf('/agents', 'agents')).map(([views]) => ({ views })),
  });
  expect(await jsonOf('/not-found')).toMatchObject({
    paths: (await figuresOf('/not-found', 'paths')).map(([human, ai]) => ({ human, ai })),
  });
  expect(await jsonOf('/referrers')).toMatchObject({
    referrers: (await figuresOf('/referrers', 'referrers')).map(([human, ai, total]) => ({ human, ai, total })),
  });
  expect(await jsonOf('/bots')).toMatchObject({
    bots: (await figuresOf('/left-out', 'bots')).map(([views]) => ({ views })),
  });
  const unknown = await figuresOf('/unknown', 'unknown');
  expect(unknown).toEqual([[4], [3], [2], [1]]);
  expect(await jsonOf('/unknown-readers')).toMatchObject({ readers: unknown.map(([views]) => ({ views })) });
  const { text } = await fetchPage(site, `${base}/agents?agent=ClaudeBot`);
  const [human, ai, total] = shownTotals(text);
  const asked = await site.api.send('GET', `${path}/views?${since}&agent=ClaudeBot`);
  expect(asked.json).toMatchObject({ totals: { human, ai, total } });
});

test('a page of a table has fifty rows, and leads to the next', async () => {
  const paths = Array.from({ length: 51 }, (_, number) => `/many/${String(number).padStart(2, '0')}`);
  const views = paths.flatMap((path) => viewsOf(path, { person: 1 }, { at: Date.now() - 60_000 }));
  await countViews(site.api, views, site.docs.number);
  const shown = async (page: string) => (await fetchPage(site, `${base}?path=%2Fmany${page}`)).text;
  const first = await shown('');
  expect(first).toContain('Next 50');
  expect(paths.filter((path) => first.includes(`title="${path}"`))).toHaveLength(50);
  const second = await shown('&page=2');
  expect(paths.filter((path) => second.includes(`title="${path}"`))).toEqual(['/many/50']);
});

test('user agents of unusual readers are shown with a rule, and their invisible characters are marked', async () => {
  const { text } = await fetchPage(site, `${base}/unknown`);
  expect(text).toContain('name=acme-probe; pattern=acme-probe; class=bot');
  expect(text).toContain('&lt;script&gt;alert(1)');
  expect(text).toContain('class="hidden-character"');
  expect(text).not.toMatch(/<script>|"onmouseover=/);
  expect(text.replaceAll(/="[^"]*"/g, '')).not.toMatch(/\u202e/);
});

test('reading the pages uses no quota of the API, and is rate-limited', async () => {
  // While the clock stands still, nothing is allowed again: a busy machine would need more than a minute for the requests.
  const moment = new Date();
  await using other = await startSite({ services: () => ({ now: () => moment }) });
  const page = `/projects/${other.docs.id}/readers`;
  const statuses = new Set<number>();
  for (let count = 0; count < 300 && !statuses.has(429); count += 1)
    statuses.add((await fetchPage(other, `${page}/referrers`)).status);
  expect([...statuses]).toEqual([200, 429]);
  const reply = await other.api.send('GET', `/v1/analytics/${other.docs.id}/views`);
  expect(reply.headers.get('ratelimit')).toMatch(/r=999;/);
});

test.each([
  'from=yesterday',
  'from=2026-02-30',
  'zone=Nowhere/At-All',
  'page=-1',
  'page=1e9',
  'range=ever',
  'interval=second',
  'purpose=none',
  'path=%ED%A0%80',
  'from=2026-11-20&to=2026-11-01',
  'from=0001-01-01&to=9999-12-31&zone=Asia/Tokyo',
  'interval=day&range=all',
  `path=${'x'.repeat(9_000)}`,
])('every page answers 200 for an invalid query: %s', async (query) => {
  for (const part of ['', '/page', '/agents', '/unknown', '/not-found', '/referrers', '/left-out']) {
    expect((await fetchPage(site, `${base}${part}?${query}`)).status).toBe(200);
  }
});
