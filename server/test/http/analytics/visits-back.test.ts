import { AgentsResult, PageResult, endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readerOf } from '../../analytics/support/views.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { countViews, viewsOf } from '../support/views.ts';

let api: TestApi;

const chatgpt = readerOf({
  class: 'ai',
  agent: 'ChatGPT-User',
  operator: 'OpenAI',
  purpose: 'assistant',
  verification: 'claimed',
  rule: 'chatgpt-user',
});
const from = { referrer: 'chatgpt.com' };

beforeAll(async () => {
  api = await startApi({ now: () => new Date('2026-11-21T10:00:00Z') });
  await countViews(api, [
    ...viewsOf('/start', { person: 6 }, { reader: chatgpt }),
    ...viewsOf('/other', { person: 4 }, { reader: chatgpt }),
    ...viewsOf('/start', { person: 2, claude: 3 }, from),
    ...viewsOf('/other', { person: 3 }),
    // From before the period whose single views are kept.
    ...viewsOf('/old', { person: 1 }, { reader: chatgpt, at: Date.parse('2020-01-01') }),
    ...viewsOf('/old', { person: 1 }, from),
  ]);
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function get({ path }: Endpoint, query: string): Promise<unknown> {
  const reply = await api.send('GET', `${path.replace('{projectId}', api.project.id)}${query}`);
  expect(reply.status).toBe(200);
  return reply.json;
}

const openai = { operator: 'OpenAI', products: ['ChatGPT'] };

test('visits back are reported for the whole site on request', async () => {
  const { visitsBack } = AgentsResult.parse(await get(endpoints.getAgents, '?visits=true'));
  expect(visitsBack).toEqual([{ ...openai, reads: 11, visits: 3, readsPerVisit: 11 / 3 }]);
  expect(await get(endpoints.getAgents, '')).not.toHaveProperty('visitsBack');
});

test.each([
  ['?path=/start&dateFrom=2026-11-01', { reads: 6, visits: 2, readsPerVisit: 3 }],
  ['?path=/other&dateFrom=2026-11-01', { reads: 4, visits: 0, readsPerVisit: null }],
  // For 2020, visits are not known by page.
  ['?path=/old', { reads: 1, visits: 1, readsPerVisit: null }],
])('visits back are reported for a page: %s', async (query, expected) => {
  const { visitsBack } = PageResult.parse(await get(endpoints.getPage, query));
  expect(visitsBack).toEqual([{ ...openai, ...expected }]);
});
