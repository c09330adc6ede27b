import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAgents } from '../../../src/analytics/read/readers/agents.ts';
import { readPage } from '../../../src/analytics/read/page/page.ts';
import { listImports } from '../../../src/analytics/store/imports/import-runs.ts';
import { undoImport } from '../../../src/analytics/store/imports/undo-import.ts';
import { log } from '../import/lines.ts';
import { everythingCounted } from '../support/everything-counted.ts';
import { elsewhereRig } from './rig.ts';
import type { ElsewhereRig } from './rig.ts';
import { zip } from './zip.ts';

let rig: ElsewhereRig;
let project: number;
beforeAll(async () => (rig = await elsewhereRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());
beforeEach(async () => (project = await rig.newProject()));

const pages = (rows: string[]): string =>
  ['date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits', ...rows, ''].join('\n');

const march = pages([
  '2026-03-01,docs.example.com,/guides/setup/,5,4,7,300,4',
  '2026-03-01,docs.example.com,/guides/setup.html,1,1,2,90,1',
  '2026-03-02,docs.example.com,/guides/setup,2,2,3,10,2',
  '2026-03-02,docs.example.com,/,9,9,11,10,2',
]);

const archive = zip({
  'imported_visitors_20260301_20260302.csv':
    'date,visitors,pageviews,bounces,visits,visit_duration\n2026-03-01,5,9,1,6,9\n',
  'imported_pages_20260301_20260302.csv': march,
});

test('imported counts are in every answer, marked with the product that counted them', async () => {
  const file = await rig.write('docs_example_com_20260303.zip', archive);
  const reported = await rig.take(project, 'plausible', [file]);
  expect(reported).toMatchObject({
    import: 1,
    rows: 4,
    counted: { human: 23, ai: 0, pages: 2, days: 2, first: '2026-03-01', last: '2026-03-02' },
    notes: [],
    hosts: ['docs.example.com'],
  });
  const marked = { sources: { plausible: 23 } };
  expect(await rig.views(project)).toEqual({
    totals: { human: 23, ai: 0, total: 23 },
    views: [
      { path: '/guides/setup', human: 12, ai: 0, total: 12, sources: { plausible: 12 } },
      { path: '/', human: 11, ai: 0, total: 11, sources: { plausible: 11 } },
    ],
    hasMore: false,
    ...marked,
  });
  const days = [
    { start: '2026-03-01T00:00:00.000Z', human: 9, ai: 0, total: 9, bots: 0, sources: { plausible: 9 } },
    { start: '2026-03-02T00:00:00.000Z', human: 14, ai: 0, total: 14, bots: 0, sources: { plausible: 14 } },
  ];
  const whole = { dateFrom: new Date('2026-03-01'), dateTo: new Date('2026-03-03') };
  expect(await rig.series(project, whole)).toMatchObject({ series: days, ...marked });
  expect((await rig.series(project, { ...whole, exactPath: '/guides/setup' })).series).toMatchObject([
    { human: 9, sources: { plausible: 9 } },
    { human: 3, sources: { plausible: 3 } },
  ]);
  const page = await readPage(rig.db, rig.siteOf(project), { path: '/guides/setup' });
  expect(page.result).toMatchObject({ totals: { human: 12, total: 12 }, sources: { plausible: 12 } });
});

test.each(['America/New_York', 'Pacific/Honolulu', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC'])(
  'the days of %s have the counts of their dates',
  async (timeZone) => {
    await rig.take(project, 'plausible', [await rig.write('zones.csv', march)]);
    const { series } = await rig.series(project, { timeZone });
    expect(series.map(({ human }) => human)).toEqual([9, 14]);
  },
);

test('a plain CSV imports AI with and without names, and reports what is left out', async () => {
  const rows = [
    'date,path,views,kind,agent',
    '2026-03-01,/a,3,human,',
    '2026-03-01,/a,4,ai,claudebot',
    '2026-03-01,/a,5,,Some Reader',
    '2026-03-01,https://docs.example.com/a?x=1,6,ai,',
    '2026-03-01,/a,7,bot,',
    '2026-03-01,(other),2,,',
  ];
  const reported = await rig.take(project, 'csv', [await rig.write('agents.csv', rows.join('\r\n'))]);
  expect(reported).toMatchObject({ rows: 6, counted: { human: 5, ai: 15 }, leftOut: { bots: 7 } });
  expect(reported.notes).toEqual(['7 views are left out: by bots that are no AI']);
  const { result } = await readAgents(rig.db, rig.siteOf(project), { limit: 10, offset: 0 });
  expect(result.sources).toEqual({ csv: 20 });
  expect(result.agents.map(({ agent, operator, views, source }) => [agent, operator, views, source])).toEqual([
    ['Unnamed AI', 'Unknown', 6, 'csv'],
    ['Some Reader', 'Unknown', 5, 'csv'],
    ['ClaudeBot', 'Anthropic', 4, 'csv'],
  ]);
  expect((await rig.views(project)).views).toMatchObject([
    { path: '/a', human: 3, ai: 15, sources: { csv: 18 } },
    { path: '(other)', human: 2, ai: 0, sources: { csv: 2 } },
  ]);
  expect((await rig.views(project, { agent: 'ClaudeBot' })).totals).toEqual({ human: 0, ai: 4, total: 4 });
});

test('days on which Copydesk counted the same kind of readers are left out, unless they are requested', async () => {
  await rig.logs.run(project, [await rig.write('access.log', log(0, 20))], { host: 'docs.example.com' });
  const own = (await rig.views(project)).totals.human;
  const day = (await rig.series(project)).series[0]?.start.slice(0, 10) ?? '';
  const rows = ['date,path,views,kind', `${day},/a,5,human`, `${day},/a,6,ai`, '2026-03-01,/a,7,human'];
  const file = await rig.write('own.csv', rows.join('\n'));
  const reported = await rig.take(project, 'csv', [file]);
  expect(reported).toMatchObject({
    counted: { human: 7, ai: 6 },
    countedDays: { views: 5, days: 1, first: day, last: day },
  });
  expect(reported.notes[0]).toMatch(`5 views on ${day} are left out: Copydesk or another product already counted`);
  expect((await rig.views(project)).totals.human).toBe(own + 7);
  const more = await rig.take(project, 'csv', [file], { countedDays: true });
  expect(more).toMatchObject({ counted: { human: 5, ai: 0 }, known: { views: 13 } });
  const { totals, sources } = await rig.views(project);
  expect({ totals, sources }).toEqual({ totals: { human: own + 12, ai: 6, total: own + 18 }, sources: { csv: 18 } });
  expect((await rig.views(project, { source: 'copydesk' })).totals).toEqual({ human: own, ai: 0, total: own });
  expect((await rig.views(project, { source: 'csv' })).totals).toEqual({ human: 12, ai: 6, total: 18 });
  expect((await rig.series(project, { source: 'csv' })).totals).toEqual({ human: 12, ai: 6, total: 18 });
  expect((await rig.series(project, { source: 'copydesk', path: '/' })).totals.human).toBe(own);
  const ofPages = (await rig.series(project, { source: 'copydesk', path: '/', interval: 'month' })).series;
  expect(ofPages.reduce((sum, { human }) => sum + human, 0)).toBe(own);
});

test('days on which another product counted the same kind of readers are left out as well', async () => {
  await rig.take(project, 'plausible', [await rig.write('first.csv', march)]);
  const other = await rig.write('other.csv', 'date,path,views\n2026-03-01,/b,5\n2026-03-09,/b,6\n');
  expect(await rig.take(project, 'csv', [other])).toMatchObject({ counted: { human: 6 }, countedDays: { views: 5 } });
});

test('counts that were imported before are skipped, by page and day', async () => {
  await rig.take(project, 'plausible', [await rig.write('a.csv', march)]);
  const before = await rig.views(project);
  const again = await rig.take(project, 'plausible', [await rig.write('b.csv', march)]);
  expect(again).toMatchObject({ import: null, counted: { human: 0 }, known: { views: 23, days: 2, changed: 0 } });
  expect(again.notes).toEqual([
    '23 views of 2 days from 2026-03-01 to 2026-03-02 were imported before from plausible, and are skipped',
  ]);
  expect(await rig.views(project)).toEqual(before);
  const later = pages(['2026-03-02,,/,9,9,12,10,2', '2026-03-02,,/new,1,1,1,1,1', '2026-03-03,,/,1,1,4,1,1']);
  const overlapping = await rig.take(project, 'plausible', [await rig.write('c.csv', later)]);
  expect(overlapping).toMatchObject({ import: 2, counted: { human: 5 }, known: { views: 12, changed: 1 } });
  expect((await rig.views(project)).totals.human).toBe(28);
});

test('a dry run reports the same and adds nothing', async () => {
  const file = await rig.write('dry.csv', march);
  const { counted, import: number } = await rig.take(project, 'plausible', [file], { dryRun: true });
  expect({ counted, number }).toEqual({
    counted: { human: 23, ai: 0, pages: 2, days: 2, first: '2026-03-01', last: '2026-03-02' },
    number: null,
  });
  expect((await rig.views(project)).totals.total).toBe(0);
  expect(await listImports(rig.db, project)).toEqual([]);
});

test('an undo takes off exactly what was imported, and it can be imported again', async () => {
  await rig.logs.run(project, [await rig.write('kept.log', log(0, 50))], { host: 'docs.example.com' });
  await rig.take(project, 'plausible', [await rig.write('kept.csv', march)]);
  const before = await everythingCounted(rig.db, project, '2024-10-01');
  const rows = ['date,path,views,kind', '2026-03-01,/guides/setup,5,ai', '2023-03-01,/old,6,human', '2026-03-08,/,7,'];
  const file = await rig.write('undone.csv', rows.join('\n'));
  const { import: number } = await rig.take(project, 'csv', [file]);
  const [newest] = await listImports(rig.db, project);
  expect(newest).toMatchObject({ number: 3, source: 'csv', accepted: 18, lines: 3, endedAt: expect.any(Date) });
  const withCsv = await everythingCounted(rig.db, project, '2024-10-01');
  expect(withCsv).not.toEqual(before);
  await undoImport(rig.db, { projectId: project, import: number ?? 0 });
  expect(await everythingCounted(rig.db, project, '2024-10-01')).toEqual(before);
  expect((await rig.views(project)).sources).toEqual({ plausible: 23 });
  await rig.take(project, 'csv', [file]);
  expect(await everythingCounted(rig.db, project, '2024-10-01')).toEqual(withCsv);
});

test('--until and --host leave out later days and other hosts', async () => {
  const rows = pages([
    '2026-03-01,a.example,/a,1,1,5,1,1',
    '2026-03-02,a.example,/a,1,1,6,1,1',
    '2026-03-01,b.example,/a,1,1,7,1,1',
  ]);
  const reported = await rig.take(project, 'plausible', [await rig.write('d.csv', rows)], {
    until: '2026-03-02',
    host: 'A.example',
  });
  expect(reported).toMatchObject({ counted: { human: 5 }, later: { views: 6 }, leftOut: { hosts: 7 } });
});
