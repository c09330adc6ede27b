import type {
  AgentsResult,
  BotsResult,
  UnknownReadersResult,
  CollectResult,
  HealthResult,
  LatestResult,
  NotFoundResult,
  PageJobs,
  PageResult,
  ReferrersResult,
  TimeseriesResult,
  ViewsResult,
} from '@copydesk/contract';
import {
  agentColumns,
  botColumns,
  columnsOf,
  unknownReaderColumns,
  healthColumns,
  missingColumns,
  pageColumns,
  referrerColumns,
  timeColumns,
} from '../../../analytics/export/columns.ts';
import type { Column } from '../../../analytics/export/columns.ts';
import { headText, rowsText } from '../../../analytics/export/table-text.ts';

const views: ViewsResult = {
  totals: { human: 412, ai: 168, total: 580 },
  views: [
    { path: '/guides/start', human: 301, ai: 120, total: 421 },
    { path: '/reference/errors', human: 111, ai: 48, total: 159 },
  ],
  hasMore: false,
};

const timeseries: TimeseriesResult = {
  interval: 'day',
  totals: { human: 412, ai: 168, total: 580 },
  series: [
    { start: '2026-01-04T00:00:00.000Z', human: 190, ai: 90, total: 280, bots: 33 },
    { start: '2026-01-05T00:00:00.000Z', human: 222, ai: 78, total: 300, bots: 41 },
  ],
  hasMore: false,
};

const agents: AgentsResult = {
  totals: { human: 412, ai: 168, total: 580 },
  agents: [
    {
      agent: 'ChatGPT-User',
      operator: 'OpenAI',
      purpose: 'assistant',
      views: 168,
      verification: { verified: 126, claimed: 40, unverifiable: 0, spoofed: 2 },
      verifiedShare: 0.75,
      surfaces: { html: 150, markdown: 18, 'llms.txt': 0 },
      lastSeen: '2026-01-05T21:40:12.000Z',
    },
  ],
  hasMore: false,
};

const notFound: NotFoundResult = {
  totals: { human: 3, ai: 21, total: 24 },
  paths: [{ path: '/guides/quickstart', human: 3, ai: 21, total: 24 }],
  hasMore: false,
};

const referrers: ReferrersResult = {
  totals: { human: 57, ai: 0, total: 57 },
  referrers: [
    { referrer: 'chatgpt.com', product: 'ChatGPT', operator: 'OpenAI', human: 40, ai: 0, total: 40 },
    { referrer: 'blog.example.com', product: null, operator: null, human: 17, ai: 0, total: 17 },
  ],
  hasMore: false,
};

const counts = { accepted: 613, duplicates: 4, late: 2, dropped: { not_a_page: 88 }, refused: { invalid_json: 1 } };

const health: HealthResult = {
  totals: { ...counts, people: { browser: 0, server: 412, countedBy: null, decidedAt: null } },
  days: [{ date: '2026-01-05', ...counts }],
  hasMore: false,
};

const unknownReaders: UnknownReadersResult = {
  totals: { readers: 1 },
  readers: [
    {
      userAgent: 'acme-probe/2.1',
      class: 'bot',
      mark: 'no_name',
      views: 412,
      lastSeen: '2026-01-05T21:58:40.000Z',
      rule: 'name=acme-probe; pattern=acme-probe; class=bot',
    },
  ],
  hasMore: false,
};

const bots: BotsResult = {
  totals: { views: 74 },
  bots: [{ bot: 'Googlebot', operator: 'Google', views: 74, lastSeen: '2026-01-05T22:01:09.000Z' }],
  hasMore: false,
};

const page: PageResult = {
  path: '/guides/start',
  totals: { human: 301, ai: 120, total: 421 },
  notFound: { human: 0, ai: 0, total: 0 },
  bots: 31,
  agents: [{ agent: 'ChatGPT-User', operator: 'OpenAI', purpose: 'assistant', views: 120 }],
  visitsBack: [{ operator: 'OpenAI', products: ['ChatGPT'], reads: 120, visits: 40, readsPerVisit: 3 }],
  referrers: [{ referrer: 'chatgpt.com', product: 'ChatGPT', operator: 'OpenAI', human: 40, ai: 0, total: 40 }],
  referrersOf: { views: 40, complete: true },
};

const latest: LatestResult = {
  views: [
    {
      at: '2026-01-05T22:01:09.000Z',
      path: '/guides/start',
      found: true,
      reader: 'ai',
      agent: 'ChatGPT-User',
      verification: 'verified',
      referrer: null,
    },
  ],
  hasMore: true,
};

const pageJobs: PageJobs = {
  jobs: [
    {
      id: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k',
      status: 'completed',
      summary: 'Replace "log in" with "sign in"',
      createdAt: '2026-01-05T09:30:00.000Z',
      prLink: 'https://git.example.com/docs/pulls/7',
      files: ['docs/guides/start.md'],
      pullRequests: [{ number: 7, state: 'merged', url: 'https://git.example.com/docs/pulls/7' }],
    },
  ],
};

const collected: CollectResult = {
  accepted: 1,
  duplicates: 0,
  dropped: [{ index: 1, reason: 'not_a_page', detail: 'The path ends in .css' }],
};

/** An example of each shape that the endpoints of page views answer, by its name. */
export const viewExamples = {
  AgentsResult: agents,
  BotsResult: bots,
  UnknownReadersResult: unknownReaders,
  LatestResult: latest,
  PageJobs: pageJobs,
  PageResult: page,
  CollectResult: collected,
  HealthResult: health,
  NotFoundResult: notFound,
  ReferrersResult: referrers,
  TimeseriesResult: timeseries,
  ViewsResult: views,
} as const;

/** The same as CSV and as JSON lines. */
export const tableExamples: Record<string, { csv: string; ndjson: string }> = {
  AgentsResult: asLines(columnsOf(agentColumns, agents), agents.agents),
  BotsResult: asLines(botColumns, bots.bots),
  UnknownReadersResult: asLines(unknownReaderColumns, unknownReaders.readers),
  HealthResult: asLines(healthColumns, health.days),
  NotFoundResult: asLines(missingColumns, notFound.paths),
  ReferrersResult: asLines(referrerColumns, referrers.referrers),
  TimeseriesResult: asLines(columnsOf(timeColumns, timeseries), timeseries.series),
  ViewsResult: asLines(columnsOf(pageColumns, views), views.views),
};

/** Events as a server sends them. */
export const collectExample = [
  {
    id: '3f2b8c1e-6d0a-4a57-9a35-0f6f3b9f3c11',
    url: 'https://docs.example.com/guides/start',
    timestamp: '2026-01-05T21:40:12Z',
    userAgent: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
    status: 200,
    headers: { accept: 'text/html' },
    ip: '192.0.2.7',
  },
  { path: '/assets/site.css', status: 200 },
];

function asLines<Row>(columns: Column<Row>[], rows: Row[]): { csv: string; ndjson: string } {
  return {
    csv: headText('csv', columns) + rowsText('csv', columns, rows),
    ndjson: rowsText('ndjson', columns, rows),
  };
}
