import { AgentsResult, HealthResult, ReferrersResult, TimeseriesResult, ViewsResult } from '@copydesk/contract';
import { expect, test } from 'vitest';
import {
  agentColumns,
  healthColumns,
  pageColumns,
  referrerColumns,
  timeColumns,
} from '../../../src/analytics/export/columns.ts';
import type { Column } from '../../../src/analytics/export/columns.ts';
import { headText, rowsText, tableText, viewsText } from '../../../src/analytics/export/table-text.ts';

const start = { path: '/start', human: 2, ai: 1, total: 3 };
const formula = { path: '=1', human: 0, ai: 1, total: 1 };

test('pages as CSV and as JSON lines', async () => {
  const pieces = [[start], [], [formula]];
  expect(await textOf(tableText('csv', pageColumns, arriving(pieces)))).toBe(
    "path,human,ai,total,sources\r\n/start,2,1,3,\r\n'=1,0,1,1,\r\n",
  );
  const lines = await textOf(tableText('ndjson', pageColumns, arriving(pieces)));
  expect(lines).toBe(`${JSON.stringify(start)}\n${JSON.stringify(formula)}\n`);
});

test('no pages', async () => {
  expect(await textOf(tableText('csv', pageColumns, arriving([])))).toBe('path,human,ai,total,sources\r\n');
  expect(await textOf(tableText('ndjson', pageColumns, arriving([])))).toBe('');
  const totals = { human: 0, ai: 0, total: 0 };
  expect(JSON.parse(await textOf(viewsText({ totals }, arriving([]))))).toEqual({ totals, views: [], hasMore: false });
});

test('all pages as one JSON text', async () => {
  const totals = { human: 2, ai: 2, total: 4 };
  const text = await textOf(viewsText({ totals }, arriving([[], [start], [], [formula, start]])));
  expect(ViewsResult.parse(JSON.parse(text))).toEqual({ totals, views: [start, formula, start], hasMore: false });
});

test('the other tables', () => {
  const { series } = TimeseriesResult.pick({ series: true }).parse({
    series: [{ start: '2026-11-21T00:00:00.000Z', human: 1, ai: 2, total: 3, bots: 4 }],
  });
  expect(csv(timeColumns, series)).toEqual(['start,human,ai,total,bots,sources', '2026-11-21T00:00:00.000Z,1,2,3,4,']);

  const { agents } = AgentsResult.pick({ agents: true }).parse({ agents: [agent] });
  expect(csv(agentColumns, agents)).toEqual([
    'agent,operator,purpose,views,verified,claimed,unverifiable,spoofed,verifiedShare,html,markdown,llms.txt,' +
      'lastSeen,source',
    'ClaudeBot,"Example, Inc.",training,4,1,2,0,1,0.25,3,1,0,2026-11-21T09:30:00.000Z,',
  ]);

  const { referrers } = ReferrersResult.pick({ referrers: true }).parse({
    referrers: [{ referrer: 'example.com', product: null, operator: null, human: 1, ai: 0, total: 1 }],
  });
  expect(csv(referrerColumns, referrers)).toEqual(['referrer,product,operator,human,ai,total', 'example.com,,,1,0,1']);

  const { days } = HealthResult.pick({ days: true }).parse({ days: [day] });
  expect(csv(healthColumns, days)).toEqual([
    'date,accepted,duplicates,late,dropped,refused,future,ancient,invalid_url,invalid_characters,path_too_long,' +
      'not_a_page,not_served,method,prefetch,not_navigation,excluded_address,excluded_path,excluded_user_agent,' +
      'people_counted_elsewhere,unreadable',
    '2026-11-21,5,1,2,7,3,3,0,0,0,0,4,0,0,0,0,0,0,0,0,0',
  ]);
});

const agent = {
  agent: 'ClaudeBot',
  operator: 'Example, Inc.',
  purpose: 'training',
  views: 4,
  verification: { verified: 1, claimed: 2, unverifiable: 0, spoofed: 1 },
  verifiedShare: 0.25,
  surfaces: { html: 3, markdown: 1, 'llms.txt': 0 },
  lastSeen: '2026-11-21T09:30:00.000Z',
};

const day = {
  date: '2026-11-21',
  accepted: 5,
  duplicates: 1,
  late: 2,
  dropped: { future: 3, not_a_page: 4 },
  refused: { invalid_json: 1, overloaded: 2 },
};

function csv<Row>(columns: Column<Row>[], rows: Row[]): string[] {
  return (headText('csv', columns) + rowsText('csv', columns, rows)).split('\r\n').slice(0, -1);
}

async function* arriving<Row>(pieces: Row[][]): AsyncGenerator<Row[]> {
  for (const piece of pieces) yield piece;
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
