import { Report } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver } from '../../http/support/delivered.ts';
import { sayOne } from '../../http/support/feedback.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countViews, viewsOf } from '../../http/support/views.ts';
import { fetchPage, hostilePaths, shownRows } from './support.ts';

const [monday, weekBefore] = [Date.parse('2026-01-05T10:00:00Z'), Date.parse('2025-12-29T10:00:00Z')];

let site: TestSite;
let base: string;
let job: string;
beforeAll(async () => {
  site = await startSite();
  const { api, docs } = site;
  base = `/projects/${docs.id}/readers/report`;
  await countViews(
    api,
    [
      ...viewsOf('/install', { person: 40, claude: 9 }, { at: monday }),
      ...viewsOf('/install', { person: 38 }, { at: weekBefore }),
      ...viewsOf('/grown', { person: 30 }, { at: monday }),
      ...hostilePaths.flatMap((path) => viewsOf(path, { person: 2 }, { at: monday })),
      ...viewsOf('/instal', { claude: 4 }, { at: monday, found: false }),
    ],
    docs.number,
  );
  await sayOne(api.db, docs.id, { path: '/install', now: new Date(monday) });
  job = (await api.newJob({ project: docs })).id;
  await deliver(api.db, job, 'merged');
  await api.db.updateTable('job_delivery').set({ title: '<b>Say</b> colour' }).where('job_id', '=', job).execute();
});
afterAll(async () => await site[Symbol.asyncDispose]());

test('the page shows the numbers of the API, and hostile text as text', async () => {
  const { json } = await site.api.send('GET', `/v1/reports/${site.docs.id}?date=2026-01-07`);
  const report = Report.parse(json);
  const { status, text } = await fetchPage(site, `${base}?date=2026-01-07`);
  expect(status).toBe(200);
  expect(text).toContain('<h1>Week of 5 January 2026</h1>');
  expect(shownRows(text, 'report-people-most')).toEqual(
    report.human.readMost.map(({ views, before }) => [views, before]),
  );
  expect(shownRows(text, 'report-people-more')).toEqual([[30, 0]]);
  expect(shownRows(text, 'report-missed')).toEqual([[0, 4, 0]]);
  expect(text).toContain('&lt;b&gt;Say&lt;/b&gt; colour');
  expect(text).not.toMatch(/<script>|<b>Say|"onmouseover=/);
  expect(text.replaceAll(/="[^"]*"/g, '')).not.toMatch(/[\u202e\u200b]/);
});

test('a report links to the previous and next one, and to the views of a page on the same days', async () => {
  const { text } = await fetchPage(site, `${base}?period=month&date=2026-01-31`);
  expect(text).toContain('<h1>January 2026</h1>');
  expect(text).toContain('/report?period=month&amp;date=2025-12-31');
  expect(text).toContain('/report?period=month&amp;date=2026-02-01');
  expect(text).toContain('/readers/page?from=2026-01-01&amp;to=2026-01-31&amp;path=%2Finstall');
});

test.each(['?date=2999-01-01', '?date=never', '?period=year', ''])(
  'an invalid query shows the last week: %s',
  async (query) => {
    const { status, text } = await fetchPage(site, base + query);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1>Week of \d+ \w+ \d{4}<\/h1>/);
  },
);

test('a key that may not read jobs sees no jobs', async () => {
  const key = await site.api.newKey({ scopes: ['analytics:read'] });
  const { text } = await fetchPage(site, `${base}?date=2026-01-07`, key);
  expect(text).toContain('report-people-most');
  expect(text).not.toContain('report-merged');
});
