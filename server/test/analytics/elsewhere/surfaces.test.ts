import { afterAll, beforeAll, expect, test } from 'vitest';
import { surfaces } from '@copydesk/contract';
import { readAgents } from '../../../src/analytics/read/readers/agents.ts';
import { elsewhereRig } from './rig.ts';
import type { ElsewhereRig } from './rig.ts';

let rig: ElsewhereRig;
beforeAll(async () => (rig = await elsewhereRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());

/** Three reads of a page's Markdown by an agent, and one of its HTML. */
const own = ['/guide.md', '/guide.md', '/guide.md', '/guide/'].map(
  (path, second) =>
    `192.0.2.1 - - [01/Mar/2026:09:00:0${second} +0000] "GET ${path} HTTP/1.1" 200 9 "-" "GPTBot/1.2"\n`,
);

/** The totals of all five tables. */
const all = (human: number, ai: number) => Array.from({ length: 5 }, () => ({ human, ai, total: human + ai }));

const elsewhere = ['date,path,views,kind,agent', '2026-03-01,/guide,5,human,', '2026-03-01,/guide,2,ai,ClaudeBot', ''];

test('counts of other products belong to the surface HTML, in every table', async () => {
  const project = await rig.newProject();
  await rig.logs.run(project, [await rig.write('access.log', own.join(''))], { host: 'docs.example.com' });
  await rig.take(project, 'csv', [await rig.write('other.csv', elsewhere.join('\n'))], { countedDays: true });

  const totals: Record<string, unknown> = {};
  for (const surface of surfaces) {
    const agents = await readAgents(rig.db, rig.siteOf(project), { limit: 9, offset: 0, surface });
    totals[surface] = [
      (await rig.views(project, { surface })).totals,
      (await rig.views(project, { surface, exactPath: '/guide' })).totals,
      (await rig.series(project, { surface })).totals,
      (await rig.series(project, { surface, path: '/gu' })).totals,
      agents.result.totals,
    ];
  }
  expect(totals).toEqual({ html: all(5, 3), markdown: all(0, 3), 'llms.txt': all(0, 0) });

  expect((await rig.views(project, { surface: 'html' })).sources).toEqual({ csv: 7 });
  expect((await rig.views(project, { surface: 'markdown' })).sources).toBeUndefined();
  expect((await rig.views(project, { surface: 'markdown', source: 'csv' })).totals.total).toBe(0);
  expect((await rig.views(project, { surface: 'html', source: 'csv' })).totals.total).toBe(7);
  expect((await rig.views(project, { surface: 'html', source: 'copydesk' })).totals.total).toBe(1);
  expect((await rig.series(project, { surface: 'html', source: 'csv' })).totals.total).toBe(7);
  expect((await rig.series(project, { surface: 'markdown', source: 'csv' })).totals.total).toBe(0);
});
