import { appendFile, copyFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { CopydeskError } from '@copydesk/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { gzip, line, log } from './lines.ts';
import { importRig } from './rig.ts';
import type { ImportRig } from './rig.ts';

let rig: ImportRig;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let project: number;
let access: string;

beforeAll(async () => (rig = await importRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await temporaryFolder();
  project = await rig.newProject();
  access = path.join(folder.path, 'access.log');
});
afterEach(async () => {
  rig.through((store) => store);
  await folder[Symbol.asyncDispose]();
});

const file = (name: string): string => path.join(folder.path, name);
const views = async (): Promise<number> => (await rig.numbers(project)).total.human;

/** Simulates a year later: the ids of the events are deleted, and only the ledger knows what was counted. */
async function forgetIds(): Promise<void> {
  await sql`delete from view_event_id`.execute(rig.database.db);
}

// A log that is shorter than the part by which files are identified, and one that is longer.
describe.each([
  ['short', 5, 8],
  ['long', 12_000, 12_500],
])('a %s log', (_, first, grown) => {
  test('that has grown continues where it ended', async () => {
    await writeFile(access, log(0, first));
    expect(await rig.run(project, [access])).toMatchObject({ lines: first, accepted: first });
    await forgetIds();
    expect(await rig.run(project, [access])).toMatchObject({ lines: 0, files: [{ linesBefore: first }] });
    await appendFile(access, log(first, grown));
    expect(await rig.run(project, [access])).toMatchObject({ lines: grown - first, accepted: grown - first });
    expect(await views()).toBe(grown);
  });

  test('that was renamed and replaced by a new one counts as two logs, and the renamed one continues', async () => {
    await writeFile(access, log(0, first));
    await rig.run(project, [access]);
    await forgetIds();
    await appendFile(access, log(first, grown));
    await rename(access, file('access.log.1'));
    await writeFile(access, log(grown, grown + 3));
    expect(await rig.run(project, [access, file('access.log.1')])).toMatchObject({ lines: grown - first + 3 });
    expect(await views()).toBe(grown + 3);
  });

  test('that was copied and truncated counts as two logs, and the copy continues', async () => {
    await writeFile(access, log(0, first));
    await rig.run(project, [access]);
    await forgetIds();
    await appendFile(access, log(first, grown));
    await copyFile(access, file('access.log.1'));
    await truncate(access);
    await appendFile(access, log(grown, grown + 3));
    await rig.run(project, [file('access.log.1'), access]);
    expect(await views()).toBe(grown + 3);
  });

  test('that was compressed since is the same log', async () => {
    await writeFile(access, log(0, first));
    await rig.run(project, [access]);
    await forgetIds();
    await writeFile(file('access.log.2.gz'), gzip(log(0, first), log(first, grown)));
    expect(await rig.run(project, [file('access.log.2.gz')])).toMatchObject({ lines: grown - first });
    expect(await rig.run(project, ['-'], { input: Readable.from([gzip(log(0, grown))]) })).toMatchObject({ lines: 0 });
    expect(await views()).toBe(grown);
  });

  test('that ends within its last line waits for the rest of that line', async () => {
    await writeFile(access, log(0, first) + line(first).slice(0, 60));
    expect(await rig.run(project, [access])).toMatchObject({ lines: first, files: [{ unfinished: true }] });
    await forgetIds();
    await appendFile(access, `${line(first).slice(60)}\n${log(first + 1, grown)}`);
    expect(await rig.run(project, [access])).toMatchObject({ lines: grown - first, dropped: {} });
    expect(await views()).toBe(grown);
  });

  test.each([
    ['gets its end', '\n'],
    ['gets its end as on Windows', '\r\n'],
    ['turns out to be longer', ' "198.51.100.1"\n'],
  ])('whose complete last line has no line end counts that line once, also when it %s', async (__, rest) => {
    await writeFile(access, log(0, first) + line(first));
    expect(await rig.run(project, [access])).toMatchObject({ lines: first + 1, accepted: first + 1 });
    await forgetIds();
    expect(await rig.run(project, [access])).toMatchObject({ lines: 0 });
    await appendFile(access, rest + log(first + 1, grown));
    expect(await rig.run(project, [access])).toMatchObject({ lines: grown - first - 1, dropped: {} });
    expect(await views()).toBe(grown);
  });

  test('that is imported twice at the same time is counted once', async () => {
    await writeFile(access, log(0, first));
    const both = await Promise.all([rig.run(project, [access]), rig.run(project, [access])]);
    expect(both.map(({ lines, accepted, duplicates }) => lines - accepted - duplicates)).toEqual([0, 0]);
    expect(await views()).toBe(first);
    await forgetIds();
    expect(await rig.run(project, [access])).toMatchObject({ lines: 0 });
  });
});

test('an import that fails in the middle continues after the stored part', async () => {
  await writeFile(access, log(0, 12_000));
  let pieces = 0;
  rig.through((store) => ({
    async write(arrival) {
      pieces += 1;
      if (pieces === 2) throw new CopydeskError('internal', 'The machine has lost its power.');
      return await store.write(arrival);
    },
  }));
  const broken = await rig.run(project, [access]);
  expect(broken).toMatchObject({ lines: 5_000, files: [{ error: { message: 'The machine has lost its power.' } }] });
  rig.through((store) => store);
  await forgetIds();
  expect(await rig.run(project, [access])).toMatchObject({ lines: 7_000, accepted: 7_000 });
  expect(await views()).toBe(12_000);
});

test('a batch whose answer was lost is sent again and counts once', async () => {
  await writeFile(access, log(0, 6_000));
  let lost = 0;
  rig.through((store) => ({
    async write(arrival) {
      const stored = await store.write(arrival);
      lost += 1;
      if (lost === 1) throw new CopydeskError('database_unavailable', 'The connection is gone.');
      return stored;
    },
  }));
  const notes: string[] = [];
  const report = { progress: () => {}, file: () => {}, note: (text: string) => void notes.push(text) };
  expect(await rig.run(project, [access], { report })).toMatchObject({ accepted: 1_000, duplicates: 5_000 });
  expect(notes).toEqual(['Waiting for the database: The connection is gone.']);
  expect(await views()).toBe(6_000);
});

test('overlapping logs count their common lines once', async () => {
  await writeFile(file('a.log'), log(0, 1_000));
  await writeFile(file('b.log'), log(600, 1_500));
  expect(await rig.run(project, [file('a.log'), file('b.log')])).toMatchObject({ accepted: 1_500, duplicates: 400 });
  expect(await views()).toBe(1_500);
});

/** Returns an entry of Docker's `json-file` driver. */
function docker(text: string): string {
  return `${JSON.stringify({ log: text, stream: 'stdout', time: '2026-11-21T10:00:00Z' })}\n`;
}

test('a line that Docker split is one line, even if an import ends within it', async () => {
  await writeFile(access, docker(`${line(0)}\n`) + docker(line(1).slice(0, 80)));
  expect(await rig.run(project, [access])).toMatchObject({ lines: 2, accepted: 1, ignored: 1 });
  await appendFile(access, docker(`${line(1).slice(80)}\n`) + docker(`${line(2)}\n`));
  expect(await rig.run(project, [access])).toMatchObject({ lines: 2, accepted: 2, dropped: {} });
  expect(await views()).toBe(3);
});

test('a log that begins with the same line as another one is not mistaken for it', async () => {
  await writeFile(file('a.log'), log(0, 10));
  await writeFile(file('b.log'), log(0, 1) + log(100, 110));
  await rig.run(project, [file('a.log')]);
  await forgetIds();
  // If the first log had been imported recently, the line that both contain would count once.
  expect(await rig.run(project, [file('b.log')])).toMatchObject({ lines: 11 });
});

test('requests within one second whose lines are alike all count, also when the import continues between them', async () => {
  const same = `${line(0)}\n`;
  await writeFile(access, same.repeat(3));
  expect(await rig.run(project, [access])).toMatchObject({ accepted: 3 });
  await appendFile(access, same.repeat(2) + log(1, 40) + same);
  expect(await rig.run(project, [access])).toMatchObject({ accepted: 42, duplicates: 0 });
  await writeFile(file('copy.log'), log(50, 51) + same.repeat(5));
  expect(await rig.run(project, [file('copy.log')])).toMatchObject({ accepted: 1, duplicates: 5 });
});

test('the same log counts in each project that it is imported into', async () => {
  await writeFile(access, log(0, 10));
  await rig.run(project, [access]);
  expect(await rig.run(await rig.newProject(), [access])).toMatchObject({ accepted: 10 });
});

test('a dry run reports what would be counted, and counts nothing', async () => {
  await writeFile(access, log(0, 10) + `${line(11, '/a.css')}\n`);
  const reported = {
    lines: 11,
    accepted: 10,
    dropped: { not_a_page: 1 },
    readers: { human: 10, ai: 0, bot: 0, notFound: 0 },
  };
  expect(await rig.run(project, [access], { dryRun: true })).toMatchObject(reported);
  expect(await views()).toBe(0);
  expect(await rig.run(project, [access])).toMatchObject(reported);
  await writeFile(file('b.log'), log(5, 15));
  expect(await rig.run(project, [file('b.log')], { dryRun: true })).toMatchObject({ accepted: 5, duplicates: 5 });
});

test('JSON lines with other field names count once these are given, and not before', async () => {
  const lines = Array.from({ length: 6 }, (_, n) => ({
    when: `2026-11-21T10:00:0${n}Z`,
    page: { asked: '/guide' },
    visitorAgent: n < 4 ? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' : 'GPTBot/1.2',
    outcome: n === 0 ? 404 : 200,
  }));
  await writeFile(access, lines.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const fields = { timestamp: 'when', url: 'page.asked', userAgent: 'visitorAgent', status: 'outcome' };
  const half = { timestamp: 'when', url: 'page.asked' };
  expect(await rig.run(project, [access], { fields: half })).toMatchObject({
    lines: 0,
    files: [{ error: { code: 'file_refused' } }],
  });
  expect(await rig.run(project, [access], { fields, dryRun: true })).toMatchObject({ accepted: 6 });
  expect(await views()).toBe(0);
  expect(await rig.run(project, [access], { fields })).toMatchObject({
    accepted: 6,
    readers: { human: 3, ai: 2, bot: 0, notFound: 1 },
  });
});
