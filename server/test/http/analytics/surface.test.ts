import { endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { surfaceNumber } from '../../../src/analytics/store/tables.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { countViews, viewsOf } from '../support/views.ts';

let api: TestApi;

const markdown = { surface: surfaceNumber('markdown') };
const llms = { surface: surfaceNumber('llms.txt') };

beforeAll(async () => {
  api = await startApi({ now: () => new Date('2026-11-21T10:00:00Z') });
  await countViews(api, [
    ...viewsOf('/start', { person: 3, claude: 2, google: 4 }),
    ...viewsOf('/start', { claude: 1, cursor: 5 }, { ...markdown, referrer: 'chatgpt.com' }),
    ...viewsOf('/llms.txt', { cursor: 2, person: 1 }, llms),
    ...viewsOf('/lost', { cursor: 3 }, { ...markdown, found: false }),
    ...viewsOf('/lost', { person: 1 }, { found: false }),
  ]);
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function get({ path }: Endpoint, query: string) {
  const reply = await api.send('GET', `${path.replace('{projectId}', api.project.id)}${query}`);
  expect(reply.status).toBe(200);
  return reply;
}

const ofStart = async (surface: string) => (await get(endpoints.getPage, `?path=/start&surface=${surface}`)).json;

test('one request reports who reads Markdown', async () => {
  expect((await get(endpoints.getAgents, '?surface=markdown')).json).toMatchObject({
    totals: { human: 0, ai: 6, total: 6 },
    agents: [
      { agent: 'Cursor', views: 5, surfaces: { html: 0, markdown: 5, 'llms.txt': 0 } },
      { agent: 'ClaudeBot', views: 1, surfaces: { html: 0, markdown: 1, 'llms.txt': 0 } },
    ],
  });
});

test.each([
  ['html', { human: 3, ai: 2, total: 5 }, ['/start']],
  ['markdown', { human: 0, ai: 6, total: 6 }, ['/start']],
  ['llms.txt', { human: 1, ai: 2, total: 3 }, ['/llms.txt']],
])('views, their export and their series of %s', async (surface, totals, pages) => {
  const query = `?surface=${surface}`;
  const { json } = await get(endpoints.getViews, query);
  expect(json).toEqual({ totals, views: pages.map((path) => ({ path, ...totals })), hasMore: false });
  const csv = await get(endpoints.exportViews, `${query}&format=csv`);
  expect(csv.text).toBe(`path,human,ai,total\r\n${pages[0] ?? ''},${totals.human},${totals.ai},${totals.total}\r\n`);
  for (const path of ['', '&path=/']) {
    expect((await get(endpoints.getTimeseries, `${query}${path}`)).json).toMatchObject({ totals, series: [totals] });
  }
});

test('one page is reported with its agents, other bots and referrers', async () => {
  expect(await ofStart('html')).toMatchObject({
    totals: { human: 3, ai: 2 },
    bots: 4,
    agents: [{ agent: 'ClaudeBot', views: 2 }],
    referrers: [],
  });
  expect(await ofStart('markdown')).toMatchObject({
    totals: { human: 0, ai: 6 },
    bots: 0,
    agents: [
      { agent: 'Cursor', views: 5 },
      { agent: 'ClaudeBot', views: 1 },
    ],
    referrers: [{ referrer: 'chatgpt.com', ai: 6 }],
  });
});

test('missing pages that were requested as Markdown are reported', async () => {
  expect((await get(endpoints.getNotFound, '?surface=markdown&details=true')).json).toMatchObject({
    paths: [{ path: '/lost', human: 0, ai: 3, agents: [{ agent: 'Cursor', views: 3 }] }],
  });
});
