import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listImports } from '../../../src/analytics/store/imports/import-runs.ts';
import { everythingCounted } from '../support/everything-counted.ts';
import { elsewhereRig } from './rig.ts';
import type { ElsewhereRig } from './rig.ts';
import { zip } from './zip.ts';

let rig: ElsewhereRig;
let project: number;
beforeAll(async () => (rig = await elsewhereRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());
beforeEach(async () => (project = await rig.newProject()));

const rows = Array.from({ length: 3_000 }, (_, n) => `2026-03-0${1 + (n % 9)},/page-${n},${n}`);
const whole = ['date,path,views', ...rows, ''].join('\n');
const archive = zip({ 'imported_pages_1.csv': 'date,page,pageviews\n2026-03-01,/a,5\n', 'notes.txt': 'none' });

test.each<[string, string, Buffer | string, string]>([
  ['a bad line at the end', 'bad.csv', `${whole}2026-03-01,/a,-1\n`, 'bad.csv:3002'],
  ['gzip that has broken off', 'cut.csv.gz', gzipSync(whole).subarray(0, 9_000), 'damaged or not complete'],
  ['another compression', 'a.csv.zst', Buffer.from('28b52ffd00000000', 'hex'), 'compressed with zstd'],
  ['an empty file', 'empty.csv', '', 'It is empty'],
  ['a header alone', 'header.csv', 'date,path,views\n', 'It has no rows'],
  ['a ZIP of a product that makes none', 'own.zip', archive, 'csv exports none'],
])('%s leaves everything as it was', async (_, name, content, message) => {
  const files = [await rig.write('good.csv', whole), await rig.write(name, content)];
  const taking = rig.take(project, 'csv', files);
  await expect(taking).rejects.toThrow(message);
  await expect(taking).rejects.toMatchObject({ code: 'file_refused' });
  expect(await everythingCounted(rig.db, project, '2024-10-01')).toEqual([]);
  expect(await listImports(rig.db, project)).toEqual([]);
});

test.each<[string, Buffer, string]>([
  ['that has broken off', archive.subarray(0, 200), 'damaged or not complete'],
  ['without the pages', zip({ 'imported_browsers.csv': 'date,browser,visitors\n' }), 'It has no imported_pages_….csv'],
])('a ZIP %s leaves everything as it was', async (_, content, message) => {
  await expect(rig.take(project, 'plausible', [await rig.write('a.zip', content)])).rejects.toThrow(message);
  expect(await everythingCounted(rig.db, project, '2024-10-01')).toEqual([]);
});

test('a missing file, or an import that is stopped, stores nothing', async () => {
  await expect(rig.take(project, 'csv', ['/nowhere/a.csv'])).rejects.toMatchObject({ code: 'not_found' });
  const stop = AbortSignal.abort();
  const summary = await rig.take(project, 'csv', [await rig.write('b.csv', whole)], { signal: stop });
  expect(summary).toMatchObject({ stopped: true, import: null });
  expect(await everythingCounted(rig.db, project, '2024-10-01')).toEqual([]);
});

test('compressed counts of more pages than are held at once are imported exactly', async () => {
  const many = Array.from({ length: 50_000 }, (_, n) => `2026-03-${10 + (n % 20)},/page-${n % 7_000},${n % 5}`);
  const file = await rig.write('many.csv.gz', gzipSync(['date,path,views', ...many].join('\n')));
  const expected = many.reduce((sum, line) => sum + Number(line.split(',')[2]), 0);
  const { counted } = await rig.take(project, 'csv', [file]);
  expect(counted.human).toBe(expected);
  expect((await rig.views(project)).totals).toEqual({ human: expected, ai: 0, total: expected });
});
