import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from '../../../src/analytics/read/page/page.ts';
import { log } from '../import/lines.ts';
import { Random } from '../support/random.ts';
import { elsewhereRig } from './rig.ts';
import type { ElsewhereRig } from './rig.ts';

let rig: ElsewhereRig;
beforeAll(async () => (rig = await elsewhereRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());

/** A day's counts become views at 10:00, as every range treats them. */
test('a range has the counts of each day whose 10:00 is in it, alike in pages, series and single pages', async () => {
  const project = await rig.newProject();
  const random = new Random(7);
  const days = Array.from({ length: 70 }, (_, n) =>
    new Date(Date.parse('2026-08-20') + n * 86_400_000).toISOString().slice(0, 10),
  );
  const counts = days.flatMap((day) => ['/a', '/b'].map((path) => ({ day, path, views: 1 + random.between(0, 8) })));
  const lines = counts.map(({ day, path, views }) => `${day},${path},${views},${path === '/a' ? 'human' : 'ai'}`);
  await rig.logs.run(project, [await rig.write('own.log', log(0, 30))], { host: 'docs.example.com' });
  const own = await rig.views(project);
  await rig.take(project, 'csv', [await rig.write('c.csv', ['date,path,views,kind', ...lines].join('\n'))], {
    countedDays: true,
  });
  expect((await rig.views(project)).totals.total).toBe(own.totals.total + sum(counts));
  for (let round = 0; round < 60; round += 1) {
    const from = Date.parse('2026-08-15') + random.between(0, 80 * 48) * 1_800_000 + (round % 3) * 601_000;
    const to = from + random.between(0, 40 * 96) * 900_000;
    const range = { dateFrom: new Date(from), dateTo: new Date(to) };
    const within = counts.filter(
      ({ day }) => Date.parse(`${day}T10:00:00Z`) >= from && Date.parse(`${day}T10:00:00Z`) < to,
    );
    const expected = { a: sum(within.filter(({ path }) => path === '/a')), all: sum(within) };
    const views = await rig.views(project, { ...range, source: 'csv' });
    expect({ range, total: views.totals.total }).toEqual({ range, total: expected.all });
    const mine = await rig.views(project, { ...range, source: 'copydesk' });
    const both = await rig.views(project, range);
    expect(both.totals.total).toBe(mine.totals.total + expected.all);
    expect(both.sources?.csv ?? 0).toBe(expected.all);
    const series = await rig.series(project, range);
    expect([series.totals, total(series.series)]).toEqual([both.totals, both.totals.total]);
    const page = { ...range, exactPath: '/a' };
    const [ofPage, byHour] = [
      await rig.series(project, page),
      await rig.series(project, { ...page, interval: 'hour' }),
    ];
    expect([ofPage.totals.human, total(ofPage.series)]).toEqual([expected.a, expected.a]);
    expect(byHour.totals.human).toBe(expected.a);
    expect((await rig.views(project, { ...range, source: 'csv', agent: 'Unnamed AI' })).totals.ai).toBe(
      expected.all - expected.a,
    );
    const { result } = await readPage(rig.db, rig.siteOf(project), { ...range, path: '/b' });
    expect(result.agents.map((agent) => agent.views)).toEqual(
      expected.all > expected.a ? [expected.all - expected.a] : [],
    );
  }
});

const sum = (counts: readonly { views: number }[]): number => counts.reduce((all, { views }) => all + views, 0);
const total = (series: readonly { total: number }[]): number => series.reduce((all, one) => all + one.total, 0);
