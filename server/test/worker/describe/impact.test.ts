import { expect, test } from 'vitest';
import { readImpact } from '../../../src/analytics/read/page/impact.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { readTouchedFiles } from '../../../src/jobs/deliver/touched-files.ts';
import { arrivalOf, readers, viewOf } from '../../analytics/support/views.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const lines = (word: string): string => Array.from({ length: 12 }, (_, line) => `${word} ${line}.\n\n`).join('');

const files = {
  'mkdocs.yml': 'site_name: x\n',
  'docs/index.md': '# Welcome\n\nSee the [guide](guide.md), [old](old.md#top) and again [old](old.md).\n',
  'docs/guide.md': '# Guide\n\nUse [old](old.md). `[old](old.md)`\n',
  'docs/old.md': `# Old\n\n${lines('Old')}`,
  'docs/faq.md': `# Questions\n\n${lines('Question')}`,
};

const change = {
  calls: [
    { tool: 'delete_file', input: { path: 'docs/old.md', redirect_to: 'docs/guide.md' } },
    { tool: 'move_file', input: { from: 'docs/faq.md', to: 'docs/help/faq.md' } },
    { tool: 'write_file', input: { path: 'docs/new.md', content: '# New\n' } },
  ],
};

/** Writes these views, an hour ago; a view with `agent` is read by that agent. */
async function read(rig: WorkerRig, views: Partial<Parameters<typeof viewOf>[0]>[]): Promise<number> {
  const { number } = await rig.db
    .selectFrom('project')
    .select('number')
    .where('id', '=', rig.project.id)
    .executeTakeFirstOrThrow();
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = openViewStore({ db: rig.db, log, now: () => new Date(), retentionMonths: 25 });
  const at = Date.now() - 3_600_000;
  await store.write(
    arrivalOf(
      number,
      views.map((view) => viewOf({ at, ...view })),
    ),
  );
  await store.close();
  return number;
}

const impactOf = async (rig: WorkerRig, projectId: number, jobId: string) =>
  await readImpact(rig.db, { projectId, now: new Date(), retentionMonths: 25 }, await readTouchedFiles(rig.db, jobId));

test('the impact lists what a job removes, moves, changes and adds, with readers and links', async () => {
  await using rig = await workerRig((call) => (call === 0 ? change : { text: 'Done' }), { files });
  const number = await read(rig, [
    { path: '/old', referrer: 'search.example' },
    { path: '/old' },
    { path: '/old', reader: readers.claude },
    { path: '/faq', reader: readers.cursor },
    { path: '/faq', reader: readers.google },
    { path: '/guide' },
  ]);
  const { id } = await rig.create('Tidy up');
  expect((await rig.work()).status).toBe('completed');
  const impact = await impactOf(rig, number, id);
  expect(impact.isCounted).toBe(true);
  expect(impact.totals).toEqual({ human: 3, ai: 2, total: 5 });
  expect(impact.goneTotals).toEqual({ human: 2, ai: 2, total: 4 });
  expect(impact.agents.map(({ agent, views }) => `${agent} ${views}`)).toEqual(['ClaudeBot 1', 'Cursor 1']);
  const reported = impact.files.map(({ file, change: what, movedTo, pages, totals: { human, ai }, linkedFrom }) =>
    [file, what, movedTo, pages.join(), human, ai, linkedFrom].join(' '),
  );
  expect(reported.slice(0, 2)).toEqual([
    'docs/old.md removed  /old 2 1 2',
    'docs/faq.md moved docs/help/faq.md /faq 0 1 0',
  ]);
  expect(reported).toContain('docs/guide.md changed  /guide 1 0 1');
  expect(reported).toContain('docs/new.md added  /new 0 0 ');
  expect(impact.files[0]?.referrers.map(({ referrer, human }) => `${referrer} ${human}`)).toEqual(['search.example 1']);
  const { description } = await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow();
  expect(description).toContain('| `docs/old.md` | removed | 2 | 1 | `ClaudeBot` | `search.example` | 2 |');
  expect(description).toContain('| `docs/faq.md` | moved to `docs/help/faq.md` | 0 | 1 | `Cursor` |  | 0 |');
});

test('a later delivery of the same pull request is added', async () => {
  const later = { calls: [{ tool: 'write_file', input: { path: 'docs/more.md', content: '# More\n' } }] };
  await using rig = await workerRig((call) => [change, { text: 'Done' }, later][call] ?? { text: 'Done' }, { files });
  const number = await read(rig, [{ path: '/old' }]);
  const { id } = await rig.create('Tidy up');
  await rig.work();
  await rig.send(id, 'Add more');
  expect((await rig.work()).status).toBe('completed');
  const { files: reported } = await impactOf(rig, number, id);
  expect(reported[0]).toMatchObject({ file: 'docs/old.md', change: 'removed', totals: { human: 1 } });
  expect(reported.map(({ file }) => file)).toContain('docs/more.md');
});

test('without collected views the pages are unknown, and links to removed pages are counted', async () => {
  await using rig = await workerRig((call) => (call === 0 ? change : { text: 'Done' }), { files });
  const { id } = await rig.create('Tidy up');
  expect((await rig.work()).status).toBe('completed');
  const { number } = await rig.db.selectFrom('project').select('number').executeTakeFirstOrThrow();
  const impact = await impactOf(rig, number, id);
  expect(impact).toMatchObject({ isCounted: false, totals: { total: 0 }, filesNotLocated: impact.filesInAll });
  expect(impact.files[0]).toMatchObject({ file: 'docs/old.md', linkedFrom: 2, pages: [] });
  const { description } = await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow();
  expect(description).toContain('| `docs/old.md` | removed | 0 | 0 |  |  | 2 |');
});
