import { AgentsResult, LatestResult, endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { countViews, viewsOf } from '../support/views.ts';

let api: TestApi;

/** When the tests' views arrive, by which the health report groups days. */
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  api = await startApi();
  const evening = { at: Date.parse('2026-11-18T21:30:00Z') };
  await countViews(api, [
    ...viewsOf('/start', { person: 2, claude: 3, google: 4 }, { referrer: 'chatgpt.com' }),
    ...viewsOf('/start', { person: 1, cursor: 1 }, { ...evening, surface: 1 }),
    ...viewsOf('/start', { person: 1 }, { referrer: 'blog.example.com' }),
    ...viewsOf('/gone', { claude: 2, google: 1 }, { found: false }),
    ...viewsOf('/gone', { person: 1 }, { found: false, referrer: 'forum.example.com' }),
    ...viewsOf('/lost', { cursor: 2 }, { found: false }),
  ]);
});
afterAll(async () => await api[Symbol.asyncDispose]());

const get = async (endpoint: Endpoint, query = '', accept = 'application/json') => {
  const path = pathOf(endpoint, { projectId: api.project.id });
  return await api.send('GET', `${path}${query}`, { headers: { accept } });
};

test('the timeseries has no gaps, and reports bots beside the totals', async () => {
  expect((await get(endpoints.getTimeseries)).json).toEqual({
    interval: 'day',
    totals: { human: 4, ai: 4, total: 8 },
    series: [day('2026-11-18', 1, 1, 0), day('2026-11-19', 0, 0, 0), day('2026-11-20', 3, 3, 4)],
    hasMore: false,
  });
  expect((await get(endpoints.getTimeseries, '?interval=month')).json).toMatchObject({
    interval: 'month',
    series: [day('2026-11-01', 4, 4, 4)],
  });
  const hours = await get(
    endpoints.getTimeseries,
    '?interval=hour&dateFrom=2026-11-18T21:00:00Z&dateTo=2026-11-18T23:00:00Z&purpose=coding',
  );
  expect(hours.json).toMatchObject({
    totals: { human: 0, ai: 1, total: 1 },
    series: [
      { start: '2026-11-18T21:00:00.000Z', total: 1 },
      { start: '2026-11-18T22:00:00.000Z', total: 0 },
    ],
  });
});

test('agents are reported with their verification and when they were last seen', async () => {
  expect((await get(endpoints.getAgents)).json).toEqual({
    totals: { human: 4, ai: 4, total: 8 },
    agents: [
      {
        agent: 'ClaudeBot',
        operator: 'Anthropic',
        purpose: 'training',
        views: 3,
        verification: { verified: 0, claimed: 3, unverifiable: 0, spoofed: 0 },
        verifiedShare: 0,
        surfaces: { html: 3, markdown: 0, 'llms.txt': 0 },
        lastSeen: '2026-11-20T12:00:00.000Z',
      },
      {
        agent: 'Cursor',
        operator: 'Anysphere',
        purpose: 'coding',
        views: 1,
        verification: { verified: 0, claimed: 0, unverifiable: 1, spoofed: 0 },
        verifiedShare: 0,
        surfaces: { html: 0, markdown: 1, 'llms.txt': 0 },
        lastSeen: '2026-11-18T21:30:00.000Z',
      },
    ],
    hasMore: false,
  });
});

test('requests for missing paths are reported', async () => {
  expect((await get(endpoints.getNotFound)).json).toEqual({
    totals: { human: 1, ai: 4, total: 5 },
    paths: [
      { path: '/gone', human: 1, ai: 2, total: 3 },
      { path: '/lost', human: 0, ai: 2, total: 2 },
    ],
    hasMore: false,
  });
  expect((await get(endpoints.getNotFound, '?purpose=coding')).json).toMatchObject({ paths: [{ path: '/lost' }] });
  expect((await get(endpoints.getNotFound, '?path=/g')).json).toMatchObject({ paths: [{ path: '/gone' }] });
});

test('referring sites are reported, AI products by their name', async () => {
  expect((await get(endpoints.getReferrers)).json).toEqual({
    totals: { human: 3, ai: 3, total: 6 },
    referrers: [
      { referrer: 'chatgpt.com', product: 'ChatGPT', operator: 'OpenAI', human: 2, ai: 3, total: 5 },
      { referrer: 'blog.example.com', product: null, operator: null, human: 1, ai: 0, total: 1 },
    ],
    hasMore: false,
  });
});

test('a single page is selected by its exact path', async () => {
  const zero = { human: 0, ai: 0, total: 0 };
  expect((await get(endpoints.getViews, '?exactPath=/start')).json).toMatchObject({ totals: { human: 4, ai: 4 } });
  expect((await get(endpoints.getViews, '?exactPath=/star')).json).toMatchObject({ totals: zero, views: [] });
  expect((await get(endpoints.getTimeseries, '?exactPath=/start&interval=month')).json).toMatchObject({
    series: [day('2026-11-01', 4, 4, 4)],
  });
  expect((await get(endpoints.getPage, '?path=/start')).json).toEqual({
    path: '/start',
    totals: { human: 4, ai: 4, total: 8 },
    notFound: zero,
    bots: 4,
    agents: [
      { agent: 'ClaudeBot', operator: 'Anthropic', purpose: 'training', views: 3 },
      { agent: 'Cursor', operator: 'Anysphere', purpose: 'coding', views: 1 },
    ],
    visitsBack: [{ operator: 'OpenAI', products: ['ChatGPT'], reads: 0, visits: 2, readsPerVisit: 0 }],
    referrers: [
      { referrer: 'chatgpt.com', product: 'ChatGPT', operator: 'OpenAI', human: 2, ai: 3, total: 5 },
      { referrer: 'blog.example.com', product: null, operator: null, human: 1, ai: 0, total: 1 },
    ],
    referrersOf: { views: 10, complete: true },
  });
  expect((await get(endpoints.getPage, '?path=/gone')).json).toMatchObject({
    totals: zero,
    notFound: { human: 1, ai: 2, total: 3 },
  });
  expect((await get(endpoints.getPage, '?path=/never')).json).toMatchObject({ totals: zero, agents: [], bots: 0 });
});

test('the timeseries has days of a time zone, but only for the whole site', async () => {
  expect((await get(endpoints.getTimeseries, '?timeZone=Asia/Tokyo')).json).toMatchObject({
    totals: { human: 4, ai: 4, total: 8 },
    series: [
      { start: '2026-11-18T15:00:00.000Z', human: 1, ai: 1 },
      { start: '2026-11-19T15:00:00.000Z', human: 3, ai: 3, bots: 4 },
    ],
  });
  for (const query of [
    '?timeZone=Nowhere',
    '?timeZone=%2B01:00',
    '?timeZone=Asia/Tokyo&path=/',
    '?interval=day&timeZone=',
  ]) {
    expectProblem(await get(endpoints.getTimeseries, query), 'invalid_request');
  }
});

test('agents are reported with their views by day', async () => {
  expect((await get(endpoints.getAgents, '?interval=day')).json).toMatchObject({
    trendStarts: ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) => `${date}T00:00:00.000Z`),
    agents: [
      { agent: 'ClaudeBot', trend: [0, 0, 3] },
      { agent: 'Cursor', trend: [1, 0, 0] },
    ],
  });
  const long = await get(endpoints.getAgents, '?interval=day&dateFrom=0001-01-01&dateTo=9999-12-31');
  expect(AgentsResult.parse(long.json).trendStarts).toHaveLength(250);
});

test('missing paths are reported with their agents and referrers', async () => {
  expect((await get(endpoints.getNotFound, '?details=true')).json).toMatchObject({
    paths: [
      {
        path: '/gone',
        agents: [{ agent: 'ClaudeBot', views: 2 }],
        referrers: [{ referrer: 'forum.example.com', views: 1 }],
      },
      { path: '/lost', agents: [{ agent: 'Cursor', views: 2 }], referrers: [] },
    ],
  });
});

test('bots are reported by name, and are in no total', async () => {
  expect((await get(endpoints.getBots)).json).toEqual({
    totals: { views: 4 },
    bots: [{ bot: 'Googlebot', operator: 'Google', views: 4, lastSeen: '2026-11-20T12:00:00.000Z' }],
    hasMore: false,
  });
});

test('the latest views are reported, newest first', async () => {
  const { views, hasMore } = LatestResult.parse((await get(endpoints.getLatestViews, '?limit=17')).json);
  expect(hasMore).toBe(true);
  expect(views).toHaveLength(17);
  expect(views.map(({ at }) => at)).toEqual(
    views
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(views.find(({ path }) => path === '/lost')).toEqual({
    at: '2026-11-20T12:00:00.000Z',
    path: '/lost',
    found: false,
    reader: 'ai',
    agent: 'Cursor',
    verification: 'unverifiable',
    referrer: null,
  });
});

test('a table that is requested by a link is sent as a file', async () => {
  const reply = await get(endpoints.getReferrers, '?format=csv', 'text/html');
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="referrers.csv"');
  const all = await get(endpoints.exportViews, '?format=ndjson', 'text/html');
  expect(all.headers.get('content-disposition')).toBe('attachment; filename="views.ndjson"');
  expect(all.text).toBe('{"path":"/start","human":4,"ai":4,"total":8}\n');
  expect((await get(endpoints.getViews, '?format=json', 'text/csv')).json).toMatchObject({ hasMore: false });
});

test('the health of the collection is reported by the day of arrival', async () => {
  expect((await get(endpoints.getViewsHealth)).json).toMatchObject({
    totals: { accepted: 18, duplicates: 0, dropped: {}, people: { browser: 0, server: 4 } },
    days: [{ date: today, accepted: 18 }],
    hasMore: false,
  });
  expect((await get(endpoints.getViewsHealth, '?dateTo=2020-01-01')).json).toMatchObject({ days: [] });
});

test.each<[string, Endpoint, string, string, string]>([
  ['timeseries', endpoints.getTimeseries, 'start,human,ai,total,bots', '2026-11-18T00:00:00.000Z,1,1,2,0', split(4, 4)],
  [
    'agents',
    endpoints.getAgents,
    'agent,operator,purpose,views,verified,claimed,unverifiable,spoofed,verifiedShare,html,markdown,llms.txt,lastSeen',
    'ClaudeBot,Anthropic,training,3,0,3,0,0,0,3,0,0,2026-11-20T12:00:00.000Z',
    split(4, 4),
  ],
  ['not-found', endpoints.getNotFound, 'path,human,ai,total', '/gone,1,2,3', split(1, 4)],
  [
    'referrers',
    endpoints.getReferrers,
    'referrer,product,operator,human,ai,total',
    'chatgpt.com,ChatGPT,OpenAI,2,3,5',
    split(3, 3),
  ],
])(
  '%s: a page is available as CSV and as JSON lines, with a link to the next',
  async (_name, endpoint, head, first, totals) => {
    const csv = await get(endpoint, '?limit=1', 'text/csv');
    expect(csv.status).toBe(200);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text).toBe(`${head}\r\n${first}\r\n`);
    expect(csv.headers.get('copydesk-totals')).toBe(totals);
    expect(csv.headers.get('vary')).toBe('Accept');
    expect(csv.headers.get('link')).toMatch(/\?limit=1&offset=1>; rel="next"$/);
    const lines = await get(endpoint, '?limit=1', 'application/x-ndjson');
    expect(lines.text).toMatch(/^\{[^\n]+\}\n$/);
    const json = await get(endpoint, '?limit=1');
    expect(json.headers.get('link')).toBe(csv.headers.get('link'));
    expect(json.text).toContain(lines.text.trim());
    const past = await get(endpoint, '?offset=1000', 'text/csv');
    expect(past.text).toBe(`${head}\r\n`);
    expect(past.headers.get('copydesk-totals')).toBe(totals);
    expect(past.headers.get('link')).toBeNull();
  },
);

test('health is available as CSV', async () => {
  const { text, headers } = await get(endpoints.getViewsHealth, '', 'text/csv');
  expect(text).toMatch(new RegExp(`^date,accepted,duplicates,late,dropped,refused,[a-z_,]+\r\n${today},18,0,`));
  expect(headers.get('copydesk-totals')).toMatch(/^accepted=18, duplicates=0, late=\d+$/);
});

function day(start: string, human: number, ai: number, bots: number): object {
  return { start: `${start}T00:00:00.000Z`, human, ai, total: human + ai, bots };
}

function split(human: number, ai: number): string {
  return `human=${human}, ai=${ai}, total=${human + ai}`;
}
