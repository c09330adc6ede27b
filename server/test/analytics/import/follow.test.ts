import { appendFile, copyFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportSummary } from '../../../src/analytics/import/import-request.ts';
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

/** Starts an import that follows the files until it is stopped. */
function follow(...files: string[]) {
  const stop = new AbortController();
  const notes: string[] = [];
  const report = { ...quiet, note: (text: string) => void notes.push(text) };
  const running = rig.run(project, files, { follow: true, signal: stop.signal, report });
  return {
    notes,
    async stop(): Promise<ImportSummary> {
      stop.abort();
      return await running;
    },
  };
}

/** Waits until so many views are counted, and expects that no more are. */
async function untilCounted(expected: number): Promise<void> {
  for (let look = 0; look < 400 && (await views()) < expected; look += 1) await delay(50);
  expect(await views()).toBe(expected);
}

test('appended lines are counted, but not an unfinished last line', async () => {
  await writeFile(access, log(0, 3));
  const following = follow(access);
  await untilCounted(3);
  await appendFile(access, log(3, 5) + line(5).slice(0, 40));
  await untilCounted(5);
  await appendFile(access, `${line(5).slice(40)}\n`);
  await untilCounted(6);
  await appendFile(access, line(6));
  expect(await following.stop()).toMatchObject({ accepted: 6, dropped: {}, stopped: true });
  expect(await rig.run(project, [access])).toMatchObject({ accepted: 1, files: [{ linesBefore: 6 }] });
});

test('after a log is renamed and a new one begins, both are followed while the old one is still written to', async () => {
  await writeFile(access, log(0, 100));
  const following = follow(access);
  await untilCounted(100);
  await rename(access, `${access}.1`);
  // A server continues to write to its open file until it is told to open the new one.
  await appendFile(`${access}.1`, log(100, 120));
  await untilCounted(120);
  await writeFile(access, log(120, 130));
  await untilCounted(130);
  await appendFile(`${access}.1`, log(130, 135));
  await untilCounted(135);
  await following.stop();
  expect(await rig.run(project, [access, `${access}.1`])).toMatchObject({ lines: 0 });
});

test.each([
  ['shorter than it was', 3],
  ['as long as it was', 50],
  ['longer than it was', 70],
])('a log that was copied and truncated, and is %s at the next look, is read from its beginning', async (_, lines) => {
  await writeFile(access, log(0, 50));
  const following = follow(access);
  await untilCounted(50);
  await copyFile(access, `${access}.1`);
  await truncate(access);
  await appendFile(access, log(50, 50 + lines));
  await untilCounted(50 + lines);
  await following.stop();
  expect(await rig.run(project, [`${access}.1`, access])).toMatchObject({ lines: 0 });
});

test('a missing log is waited for, beside others and a compressed one', async () => {
  const packed = path.join(folder.path, 'access.log.2.gz');
  await writeFile(packed, gzip(log(0, 10)));
  await writeFile(`${access}.1`, log(10, 20));
  const following = follow(access, `${access}.1`, packed);
  await untilCounted(20);
  expect(following.notes).toEqual([`Waiting for ${access}`]);
  await writeFile(access, '');
  await appendFile(access, log(20, 21));
  await untilCounted(21);
  await appendFile(`${access}.1`, log(21, 22));
  await untilCounted(22);
  expect((await following.stop()).files.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
});
