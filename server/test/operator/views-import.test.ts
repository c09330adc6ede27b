import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { log } from '../analytics/import/lines.ts';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import type { TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand, startCommand } from './run-command.ts';

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  folder = await temporaryFolder();
  env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const file = (name: string): string => path.join(folder.path, name);

/** Creates a project for one test. */
async function newProject(name: string): Promise<string> {
  const { code, err } = await runCommand(['project', 'create', '--name', name], { env });
  expect({ code, err }).toMatchObject({ code: 0 });
  return name;
}

const importing = (project: string, ...rest: string[]) => ['views', 'import', '--project', project, ...rest];

/** Returns lines of a combined log, which contains neither the accepted nor the returned content type. */
const linesOf = (paths: string[]): string =>
  paths
    .map(
      (at) =>
        `203.0.113.7 - - [21/Nov/2026:10:00:00 +0000] "GET ${at} HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n`,
    )
    .join('');

async function counted(project: string): Promise<number> {
  const { out } = await runCommand(['views', 'export', '--project', project, '--json'], { env });
  const { totals } = JSON.parse(out) as { totals: { total: number } };
  return totals.total;
}

async function untilCounted(project: string, enough: number): Promise<void> {
  for (let look = 0; look < 60 && (await counted(project)) < enough; look += 1) await delay(100);
}

test('a log is imported, and a second import reports nothing new', async () => {
  const project = await newProject('Told');
  await writeFile(file('told.log'), `${log(0, 20)}nonsense\n`);
  const first = await runCommand(importing(project, file('told.log'), file('missing.log')), { env });
  expect(first.code).toBe(1);
  expect(first.out).toMatch(
    /^21 new lines\n {10}20 {2}counted\n {11}1 {2}unreadable {2}The line .*\nReaders: 20 people/,
  );
  expect(first.err).toContain(`${file('told.log')}: combined, 21 lines, 20 counted\n`);
  expect(first.err).toContain(
    `${file('told.log')}:21 cannot be read: it is not in the combined or common format: nonsense`,
  );
  expect(first.err).toContain(`copydesk: There is no file ${file('missing.log')}.\n`);

  const again = await runCommand(importing(project, file('told.log')), { env });
  expect(again).toMatchObject({ code: 0, out: '0 new lines\n' });
  expect(again.err).toContain('combined, 0 lines after 21 of before, 0 counted');
});

test('a page of the docs counts whatever its ending is, and the command says if the docs are unknown', async () => {
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'index.md': '# Wiki', 'wiki/Node.js.md': '# Node.js', 'wiki/guide.md': '# Guide' });
  const made = await runCommand(['project', 'create', '--name', 'Wiki', '--repository', repository.path], { env });
  expect(made).toMatchObject({ code: 0 });
  await writeFile(file('wiki.log'), linesOf(['/wiki/Node.js', '/wiki/site.js', '/wiki/guide']));
  const known = await runCommand(importing('Wiki', '--dry-run', file('wiki.log')), { env });
  expect(known.out).toMatch(/2 {2}would be counted/);
  expect(known.err).not.toContain('the pages of the docs are unknown here');

  const elsewhere = { ...env, COPYDESK_DATA_DIR: file('another machine') };
  const unknown = await runCommand(importing('Wiki', file('wiki.log')), { env: elsewhere });
  expect(unknown.out).toMatch(/1 {2}counted/);
  expect(unknown.err.split('the pages of the docs are unknown here')).toHaveLength(2);
});

test('with --json the report is printed once at the end, and --dry-run counts nothing', async () => {
  const project = await newProject('Json');
  const argv = importing(project, '--json', '--host', 'docs.example.com', '--format', 'combined', '-');
  const dry = await runCommand([...argv, '--dry-run'], { env, input: log(0, 3) });
  expect(JSON.parse(dry.out)).toEqual({
    dryRun: true,
    import: null,
    stopped: false,
    lines: 3,
    accepted: 3,
    duplicates: 0,
    ignored: 0,
    dropped: {},
    readers: { human: 3, ai: 0, bot: 0, notFound: 0 },
    likelyFetchedAhead: 0,
    files: [
      {
        file: '-',
        format: 'combined',
        linesBefore: 0,
        lines: 3,
        accepted: 3,
        duplicates: 0,
        ignored: 0,
        dropped: {},
        readers: { human: 3, ai: 0, bot: 0, notFound: 0 },
        likelyFetchedAhead: 0,
        unreadable: [],
        unfinished: false,
        error: null,
      },
    ],
  });
  expect(await counted(project)).toBe(0);
  const real = await runCommand(argv, { env, input: log(0, 3) });
  expect(JSON.parse(real.out)).toMatchObject({ dryRun: false, accepted: 3 });
  expect(await counted(project)).toBe(3);
});

test.each([
  [['--project', 'None', 'a.log'], 3, /There is no project/],
  [
    ['--project', 'None', '--format', 'iis', 'a.log'],
    2,
    /Allowed choices are auto, combined, jsonl, caddy, cloudfront/,
  ],
  [['--project', 'None', '--host', 'https://a.example/', 'a.log'], 2, /Give a name such as docs.example.com/],
  [['--project', 'None', '--fields', 'agent=ua', 'a.log'], 2, /Give pairs such as status=code, of timestamp, method/],
  [['--project', 'None', '--format', 'caddy', '--fields', 'status=s', 'a.log'], 1, /--fields is for JSON lines/],
  [['--project', 'None', '--from', 'matomo', '--follow', 'a.csv'], 1, /--follow are for logs/],
  [['--project', 'None', '--from', 'csv', '-'], 1, /read from files/],
  [['--project', 'None', '--from', 'csv', '--until', '2026-02-30', 'a.csv'], 2, /Give a day such as 2026-11-21/],
  [['--project', 'None', '--until', '2026-02-20', 'a.log'], 1, /are for --from/],
  [['--project', 'None'], 2, /missing required argument 'files'/],
])('views import %j is refused', async (argv, code, said) => {
  const outcome = await runCommand(['views', 'import', ...argv], { env });
  expect(outcome.code).toBe(code);
  expect(outcome.err).toMatch(said);
});

test('an import that was killed at any moment is completed by the next one, with each line counted once', async () => {
  const project = await newProject('Killed');
  const lines = 15_000;
  await writeFile(file('killed.log'), log(0, lines));
  for (const reached of [1, 5_001, 10_000]) {
    const child = startCommand(importing(project, file('killed.log')), { env });
    child.stdout?.resume();
    child.stderr?.resume();
    await untilImported(file('killed.log'), reached);
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  const last = await runCommand(importing(project, file('killed.log')), { env });
  expect(last.code).toBe(0);
  expect(await counted(project)).toBe(lines);
});

/** Waits until the ledger says that so many lines are counted. */
async function untilImported(name: string, lines: number): Promise<void> {
  for (let look = 0; look < 1_000; look += 1) {
    const row = await database.db
      .selectFrom('view_import')
      .select('lines')
      .where('file', '=', name)
      .where('lines', '>=', lines)
      .executeTakeFirst();
    if (row !== undefined) return;
    await delay(5);
  }
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a followed log ends cleanly after %s, with all lines counted',
  async (signal) => {
    const project = await newProject(`Followed until ${signal}`);
    const followed = file(`${signal}.log`);
    await writeFile(followed, log(0, 10));
    const child = startCommand(importing(project, '--follow', '--json', followed), { env });
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr?.resume();
    await untilCounted(project, 10);
    await appendFile(followed, log(10, 15));
    await untilCounted(project, 15);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(JSON.parse(out)).toMatchObject({ stopped: true, accepted: 15 });
  },
);

test('imports can be listed, shown and undone, and an undone one can be imported again', async () => {
  const project = await newProject('Undone');
  const on = ['--project', project];
  await writeFile(file('undone-a.log'), log(0, 20));
  await writeFile(file('undone-b.log'), log(10, 40));
  const none = await runCommand(['views', 'imports', 'list', ...on], { env });
  expect(none).toMatchObject({ code: 0, out: '' });
  const first = await runCommand(importing(project, file('undone-a.log')), { env });
  expect(first.out).toContain('This is import 1; "copydesk views imports undo" removes it again\n');
  const second = await runCommand(importing(project, file('undone-b.log')), { env });
  expect(second.err).toContain('10 of 30 views were counted before by import 1, and are skipped\n');

  const { out } = await runCommand(['views', 'imports', 'list', ...on, '--json'], { env });
  expect(JSON.parse(out)).toMatchObject({
    imports: [
      { import: 2, lines: 30, accepted: 20, duplicates: 10, undoneAt: null, files: [file('undone-b.log')] },
      { import: 1, lines: 20, accepted: 20, firstAt: '2026-11-21T10:00:00.000Z', lastAt: '2026-11-21T10:00:19.000Z' },
    ],
  });
  const undone = await runCommand(['views', 'imports', 'undo', '1', ...on], { env });
  expect(undone).toMatchObject({ code: 0, out: 'Import 1 is undone: 20 views are no longer counted\n' });
  expect(await counted(project)).toBe(20);
  const shown = await runCommand(['views', 'imports', 'show', '1', ...on], { env });
  expect(shown.out).toMatch(
    /^Import 1, started .*, undone .*\n20 lines, 20 views counted, 0 counted before\nViews from /,
  );
  const listed = await runCommand(['views', 'imports', 'list', ...on], { env });
  expect(listed.out).toMatch(/^IMPORT +STARTED +SOURCE +STATE +COUNTED +FROM +TO +FILES\n2 .*counted .*\n1 .*undone /);

  await runCommand(importing(project, file('undone-b.log'), file('undone-a.log')), { env });
  expect(await counted(project)).toBe(40);
});

test('counts of other products are imported, marked, listed and undone', async () => {
  const project = await newProject('Elsewhere');
  const on = ['--project', project];
  await writeFile(file('counts.csv'), 'date,path,views,kind\n2026-03-01,/a,1200,human\n2026-03-02,/b,30,ai\n');
  const dry = await runCommand(importing(project, '--from', 'csv', '--dry-run', file('counts.csv')), { env });
  expect(dry.out).toMatch(/^2 rows of csv\n {7}1,230 {2}would be counted\n/);
  const taken = await runCommand(importing(project, '--from', 'csv', file('counts.csv')), { env });
  expect(taken).toMatchObject({ code: 0 });
  expect(taken.out).toContain('Readers: 1,200 people, 30 AI; 2 pages, on 2 days from 2026-03-01 to 2026-03-02\n');
  expect(taken.out).toContain('This is import 1; "copydesk views imports undo" removes it again\n');
  const again = await runCommand(importing(project, '--from', 'csv', '--json', file('counts.csv')), { env });
  expect(JSON.parse(again.out)).toMatchObject({ dryRun: false, import: null, known: { views: 1230, days: 2 } });
  expect(again.err).toContain('were imported before from csv, and are skipped\n');
  const table = await runCommand(['views', 'export', ...on], { env });
  expect(table.err).toBe('Imported from other products: 1,230 by csv.\n');
  const csv = await runCommand(['views', 'export', ...on, '--csv', '--source', 'csv'], { env });
  expect(csv.out).toBe('path,human,ai,total,sources\r\n/a,1200,0,1200,csv=1200\r\n/b,0,30,30,csv=30\r\n');
  const shown = await runCommand(['views', 'imports', 'show', '1', ...on], { env });
  expect(shown.out).toMatch(/^Import 1 of csv, started .*, counted\n2 lines, 1,230 views counted, 0 counted before\n/);
  await runCommand(['views', 'imports', 'undo', '1', ...on], { env });
  expect(await counted(project)).toBe(0);
});

test.each([
  [['undo', '7'], 3, /There is no import 7/],
  [['show', '7'], 3, /There is no import 7/],
  [['undo', 'all'], 2, /Give the number of an import/],
])('views imports %j is refused', async (argv, code, said) => {
  await newProject(`Refused ${argv.join(' ')}`);
  const outcome = await runCommand(['views', 'imports', ...argv, '--project', `Refused ${argv.join(' ')}`], { env });
  expect(outcome.code).toBe(code);
  expect(outcome.err).toMatch(said);
});
