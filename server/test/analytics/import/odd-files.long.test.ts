import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { gzip, line, log } from './lines.ts';
import { importRig, quiet } from './rig.ts';
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
afterEach(async () => await folder[Symbol.asyncDispose]());

const views = async (): Promise<number> => (await rig.numbers(project)).total.human;

/** A log as Windows programs write it. */
function windows(to: number): string {
  return `\u{FEFF}${log(0, to).replaceAll('\n', '\r\n')}`;
}

test('Windows line ends, a byte-order mark and blank lines are not counted as lines', async () => {
  await writeFile(access, `\u{FEFF}${log(0, 3).replaceAll('\n', '\r\n')}\r\n\r\n`);
  expect(await rig.run(project, [access])).toMatchObject({ lines: 5, accepted: 3, ignored: 2 });
});

const known = (count: number) => ({ time: 1_795_237_200 + count, path: `/a/${count}`, status: 200, user_agent: 'x/1' });
const foreign = (count: number) => ({ time: 1_795_240_000 + count, path: '/b', visitorAgent: 'x/1', answered: 404 });
const sixty = (make: (count: number) => object) =>
  Array.from({ length: 60 }, (_, count) => `${JSON.stringify(make(count))}\n`).join('');

test('lines of a second logger with unknown field names are reported and not counted, even if an import continues', async () => {
  await writeFile(access, sixty(known));
  expect(await rig.run(project, [access])).toMatchObject({ accepted: 60, dropped: {} });
  await writeFile(access, sixty(known) + sixty(foreign));
  expect(await rig.run(project, [access])).toMatchObject({ lines: 60, accepted: 0, dropped: { unreadable: 60 } });
});

test.each([
  ['UTF-16, as PowerShell writes it', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 the other way round', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ['UTF-16, compressed', (text: string) => gzipSync(Buffer.from(text, 'utf16le'))],
])('a log in %s is read, continues, and is the same log in UTF-8', async (_, encoded) => {
  await writeFile(access, encoded(windows(3_000)));
  expect(await rig.run(project, [access])).toMatchObject({ accepted: 3_000, dropped: {} });
  await writeFile(access, encoded(windows(3_500)));
  expect(await rig.run(project, [access])).toMatchObject({ lines: 500, accepted: 500, duplicates: 0 });
  expect(await rig.run(project, ['-'], { input: Readable.from([encoded(windows(3_500))]) })).toMatchObject({
    lines: 0,
  });
  await writeFile(access, log(0, 3_501));
  expect(await rig.run(project, [access])).toMatchObject({ accepted: 1, duplicates: 3_500 });
});

test('NUL bytes at the beginning, as a server that does not append leaves them, are skipped', async () => {
  const hole = 3_000_000;
  const handle = await open(access, 'w');
  await handle.write(log(0, 3), hole);
  await handle.close();
  expect(await rig.run(project, [access])).toMatchObject({ lines: 3, accepted: 3 });
  // A different log with a hole is not mistaken for the first.
  const other = await open(path.join(folder.path, 'other.log'), 'w');
  await other.write(log(3, 9), hole);
  await other.close();
  expect(await rig.run(project, [path.join(folder.path, 'other.log')])).toMatchObject({ accepted: 6 });
  expect(await rig.run(project, [access])).toMatchObject({ lines: 0 });
});

test('NUL bytes and invalid UTF-8 are reported by line, and other lines count', async () => {
  const odd = [
    Buffer.from(log(0, 2)),
    Buffer.from('\0\0\0garbage\0\n'),
    Buffer.from(`${line(2, '/caf')}\n`.replace('/caf', '/caf\u{E9}'), 'latin1'),
    Buffer.from([0xff, 0xfe, 0x0a]),
    Buffer.from(log(3, 4)),
  ];
  await writeFile(access, Buffer.concat(odd));
  const summary = await rig.run(project, [access]);
  expect(summary).toMatchObject({ lines: 6, accepted: 4, dropped: { unreadable: 2 } });
  expect(summary.files[0]?.unreadable).toEqual([
    { line: 3, detail: 'it is not in the combined or common format', text: 'garbage\0' },
    { line: 5, detail: 'it is not in the combined or common format', text: '\u{FFFD}\u{FFFD}' },
  ]);
  expect((await rig.numbers(project)).dropped).toEqual({ unreadable: 2 });
});

test('only the first five of many unreadable lines are reported', async () => {
  await writeFile(access, log(0, 40) + 'nonsense\n'.repeat(20));
  const summary = await rig.run(project, [access]);
  expect(summary).toMatchObject({ accepted: 40, dropped: { unreadable: 20 } });
  expect(summary.files[0]?.unreadable.map((reported) => reported.line)).toEqual([41, 42, 43, 44, 45]);
});

test('lines of a megabyte or more are read, or reported as too long, and are never kept completely', async () => {
  const handle = await open(access, 'w');
  await handle.write(log(0, 1));
  await handle.write(`${line(1, `/${'a'.repeat(900_000)}`)}\n`);
  for (let part = 0; part < 64; part += 1) await handle.write('x'.repeat(1_000_000));
  await handle.write(`\n${log(2, 3)}`);
  await handle.close();
  const summary = await rig.run(project, [access]);
  expect(summary).toMatchObject({ lines: 4, accepted: 2, dropped: { path_too_long: 1, unreadable: 1 } });
  expect(summary.files[0]?.unreadable).toMatchObject([{ line: 3, detail: 'it is longer than 1,048,576 bytes' }]);
  expect(summary.files[0]?.unreadable[0]?.text).toHaveLength(200);
});

test('an empty log, or one with only line ends, has nothing to read and is not an error', async () => {
  await writeFile(access, '');
  const blank = path.join(folder.path, 'blank.log');
  await writeFile(blank, '\n\n');
  const summary = await rig.run(project, [access, blank]);
  expect(summary).toMatchObject({ lines: 0, files: [{ error: undefined }, { error: undefined }] });
});

test('a missing file, a file that is not a log, and an unsupported compression are reported, and other files are imported', async () => {
  const names = ['missing.log', 'folder', 'prose.log', 'log.zst', 'good.log'];
  const [missing, directory, prose, zstd, good] = names.map((name) => path.join(folder.path, name));
  await mkdir(directory ?? '');
  await writeFile(prose ?? '', 'It was a dark and stormy night.\n'.repeat(3));
  await writeFile(zstd ?? '', Buffer.from('28b52ffd0458', 'hex'));
  await writeFile(good ?? '', log(0, 2));
  const all = names.map((name) => path.join(folder.path, name));
  const { files, accepted } = await rig.run(project, all);
  expect(accepted).toBe(2);
  expect(files.map(({ error }) => error?.message)).toEqual([
    `There is no file ${missing}.`,
    `${directory} is a folder. Name the files in it: ${directory}/*.log`,
    expect.stringMatching(
      /^The first lines of .*prose\.log are in none of the formats combined, jsonl,.*dark and stormy/,
    ),
    expect.stringContaining('is compressed with zstd, and only gzip is read'),
    undefined,
  ]);
});

test('a truncated compressed log counts all that can be read, and continues when it is complete', async () => {
  const whole = gzip(log(0, 2_000), log(2_000, 4_000));
  await writeFile(access, whole.subarray(0, whole.length - 2_000));
  const broken = await rig.run(project, [access]);
  expect(broken.files[0]?.error?.message).toMatch(/is damaged or not complete: .* What could be read is counted\.$/);
  expect(broken.accepted).toBeGreaterThanOrEqual(2_000);
  await writeFile(access, whole);
  await rig.run(project, [access]);
  expect(await views()).toBe(4_000);
});

const entryOf = (n: number) => ({ path: `/p${n}`, timestamp: Date.UTC(2026, 10, 21) + n, userAgent: 'Mozilla {"[}' });

test('a JSON array is read element by element, on one line or on many, and continues where it ended', async () => {
  const entries = Array.from({ length: 30 }, (_, n) => entryOf(n));
  await writeFile(access, JSON.stringify(entries.slice(0, 10)) + JSON.stringify(entries.slice(10, 20), null, 2));
  expect(await rig.run(project, [access])).toMatchObject({ lines: 20, dropped: {}, files: [{ format: 'jsonl' }] });
  const all = [0, 10, 20].map((from) => entries.slice(from, from + 10));
  const [first, second, third] = all;
  await writeFile(access, `${JSON.stringify(first)}${JSON.stringify(second, null, 2)}\n${JSON.stringify(third)}`);
  expect(await rig.run(project, [access])).toMatchObject({ lines: 10, files: [{ linesBefore: 20 }] });
});

test('slow standard input is counted as it arrives', async () => {
  const input = new PassThrough();
  const { promise: counted, resolve } = Promise.withResolvers<number>();
  const report = { ...quiet, progress: ({ accepted }: { accepted: number }) => resolve(accepted) };
  const running = rig.run(project, ['-'], { input, report });
  input.write(log(0, 3));
  expect(await counted).toBe(3);
  input.end(log(3, 5));
  expect(await running).toMatchObject({ accepted: 5 });
});

test('a signal ends standard input, and everything read by then is counted', async () => {
  const input = new PassThrough();
  const stop = new AbortController();
  const report = { ...quiet, progress: () => stop.abort() };
  const running = rig.run(project, ['-'], { input, report, signal: stop.signal });
  input.write(log(0, 3));
  expect(await running).toMatchObject({ accepted: 3, stopped: true });
});

test('standard input may be compressed', async () => {
  const summary = await rig.run(project, ['-'], { input: Readable.from([gzip(log(0, 500), log(500, 900))]) });
  expect(summary).toMatchObject({ accepted: 900, files: [{ file: '-', error: undefined }] });
});
