import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listImports } from '../../../src/analytics/store/imports/import-runs.ts';
import { reclassifyProject } from '../../../src/analytics/reclassify.ts';
import { undoImport } from '../../../src/analytics/store/imports/undo-import.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { everythingCounted } from '../support/everything-counted.ts';
import { Random } from '../support/random.ts';
import { readers } from '../support/views.ts';
import { importRig } from './rig.ts';
import type { ImportRig } from './rig.ts';

let rig: ImportRig;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let project: number;

beforeAll(async () => (rig = await importRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await temporaryFolder();
  project = await rig.newProject();
});
afterEach(async () => await folder[Symbol.asyncDispose]());

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns a request of every kind, each at its own second: three quarters of an hour apart, over some weeks. */
function lineAt(start: number, n: number): string {
  const at = new Date(start + n * 2_711_000);
  const time = `${String(at.getUTCDate()).padStart(2, '0')}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)}`;
  const page = n % 9 === 0 ? '/logo.png' : `/page-${n % 5}${n % 7 === 0 ? '.md' : ''}`;
  const referrer = n % 4 === 0 ? 'https://search.example/' : '-';
  const status = n % 11 === 0 ? 404 : 200;
  return `203.0.113.${n % 9} - - [${time} +0000] "GET ${page} HTTP/1.1" ${status} 9 "${referrer}" "${agents[n % 4]}"\n`;
}

/** Single views are kept from October 2024 on: these logs are from before that, around it, and long after. */
const starts = { kept: '2026-10-20T00:00:00Z', 'half gone': '2024-09-20T00:00:00Z', gone: '2021-02-27T00:00:00Z' };
const exactFrom = '2024-10-01';

function linesFrom(start: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => lineAt(Date.parse(start), n));
}

async function write(name: string, lines: readonly string[]): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, lines.join(''));
  return file;
}

const everything = async (number = project): Promise<string[]> =>
  await everythingCounted(rig.database.db, number, exactFrom);

const undo = async (number: number) => await undoImport(rig.database.db, { projectId: project, import: number });

/** Simulates more than 30 days later. */
const forgetIds = async (): Promise<void> => void (await sql`delete from view_event_id`.execute(rig.database.db));

/** Returns what importing each of the lines once counts. */
async function once(lines: readonly string[]): Promise<string[]> {
  const other = await rig.newProject();
  await rig.run(other, [await write(`once-${other}.log`, lines)]);
  return await everything(other);
}

describe.each(Object.entries(starts))('a log whose single views are %s', (_, start) => {
  test('is removed completely, and what was counted before and after it stays', async () => {
    const lines = linesFrom(start, 600);
    await rig.run(project, [await write('before.log', lines.slice(0, 100))]);
    const { import: number } = await rig.run(project, [await write('undone.log', lines.slice(100, 500))]);
    await rig.run(project, [await write('after.log', lines.slice(500))]);
    expect(number).toBe(2);
    expect(await undo(2)).toMatchObject({ number: 2, undoneAt: expect.any(Date) });
    expect(await everything()).toEqual(await once([...lines.slice(0, 100), ...lines.slice(500)]));
  });

  test('leaves nothing if it was all there was, and can be imported again', async () => {
    const lines = linesFrom(start, 300);
    const file = await write('a.log', lines);
    await rig.run(project, [file]);
    const before = await everything();
    await undo(1);
    expect(await everything()).toEqual([]);
    expect(await rig.run(project, [file])).toMatchObject({ import: 2, lines: 300, duplicates: 0 });
    expect(await everything()).toEqual(before);
  });

  test('that overlaps an earlier one counts only the rest, even if the ids are forgotten', async () => {
    const lines = linesFrom(start, 400);
    await rig.run(project, [await write('a.log', lines.slice(0, 300))]);
    await forgetIds();
    const notes: string[] = [];
    const report = { progress: () => {}, file: () => {}, note: (text: string) => void notes.push(text) };
    const overlapping = await write('b.log', lines.slice(150));
    const reported = await rig.run(project, [overlapping], { report });
    expect(notes).toEqual([
      '133 of 222 views were counted before by import 1, and are skipped',
      expect.stringContaining('the pages of the docs are unknown here'),
    ]);
    expect(reported).toMatchObject({ accepted: 89, duplicates: 133 });
    expect(await everything()).toEqual(await once(lines));
  });
});

test('an import is undone once, even if it is undone twice or by two at once; a missing import is reported', async () => {
  const lines = linesFrom(starts.kept, 200);
  await rig.run(project, [await write('a.log', lines.slice(0, 100))]);
  await rig.run(project, [await write('b.log', lines.slice(100))]);
  const [one, other] = await Promise.all([undo(1), undo(1)]);
  expect(one.undoneAt).toEqual(other.undoneAt);
  expect(await undo(1)).toEqual(one);
  expect(await everything()).toEqual(await once(lines.slice(100)));
  await expect(undo(7)).rejects.toMatchObject({ code: 'not_found' });
});

test('an import that is undone while it runs ends, and leaves nothing', async () => {
  const file = await write(
    'a.log',
    Array.from({ length: 12_000 }, (_, n) => lineAt(Date.parse(starts.gone), n)),
  );
  let pieces = 0;
  rig.through((store) => ({
    async write(arrival) {
      pieces += 1;
      if (pieces === 2) await undo(1);
      return await store.write(arrival);
    },
  }));
  const reported = await rig.run(project, [file]);
  rig.through((store) => store);
  expect(reported.files).toMatchObject([{ error: { code: 'changed_meanwhile' } }]);
  expect(await everything()).toEqual([]);
});

test('a failed undo changes nothing, and the next one completes', async () => {
  const { db } = rig.database;
  await rig.run(project, [await write('a.log', linesFrom(starts.kept, 200))]);
  const before = await everything();
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
  `.execute(db);
  await sql`create trigger refuse before delete on view_import_line for each row execute function refuse()`.execute(db);
  await expect(undo(1)).rejects.toThrow('no room');
  expect(await everything()).toEqual(before);
  expect(await listImports(db, project)).toMatchObject([{ number: 1, undoneAt: null }]);
  await sql`drop function refuse cascade`.execute(db);
  await undo(1);
  expect(await everything()).toEqual([]);
});

test('an undo removes reclassified views from the counts that they have now', async () => {
  const { db } = rig.database;
  const lines = linesFrom(starts['half gone'], 400);
  await rig.run(project, [await write('a.log', lines.slice(0, 200))]);
  await rig.run(project, [await write('b.log', lines.slice(200))]);
  const { verdict } = readers.cursor;
  const judge = { rules: 'newer', verdictOf: () => verdict };
  expect(await reclassifyProject(db, project, judge)).toMatchObject({ changed: 8 });
  await undo(1);
  const remaining = await everything();
  await undo(2);
  expect(remaining.some((counted) => counted.includes('Cursor'))).toBe(true);
  expect(await everything()).toEqual([]);
});

test('however a log is cut, imported, undone and imported again, each line counts once', async () => {
  const lines = linesFrom(starts['half gone'], 500);
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    project = await rig.newProject();
    const random = new Random(seed);
    const cut = async (n: number): Promise<string> => {
      const from = random.between(0, lines.length - 1);
      return await write(`${seed}-${n}.log`, lines.slice(from, from + random.between(1, 250)));
    };
    const files: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      files.push(await cut(n));
      await rig.run(project, files.slice(-random.between(1, 2)));
      if (random.chance(0.4)) await forgetIds();
      const runs = await listImports(rig.database.db, project);
      if (random.chance(0.5) && runs.length > 0) await undo(random.pick(runs).number);
    }
    // What was undone is imported again, with all the rest.
    await rig.run(project, [await write(`${seed}-all.log`, lines), ...files.toReversed()]);
    expect(await everything()).toEqual(await once(lines));
    for (const { number } of await listImports(rig.database.db, project)) await undo(number);
    expect(await everything()).toEqual([]);
  }
});
