import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLogTail, shorten } from '../../src/postgres/embedded/server-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a log that is too large is copied to another file and emptied', async () => {
  await using folder = await temporaryFolder();
  const log = path.join(folder.path, 'server.log');
  await shorten(log, 10);
  await writeFile(log, '0123456789');
  await shorten(log, 10);
  expect((await stat(log)).size).toBe(10);
  await writeFile(log, '0123456789+');
  await shorten(log, 10);
  expect((await stat(log)).size).toBe(0);
  expect(await readFile(`${log}.1`, 'utf8')).toBe('0123456789+');
});

test('the tail is the last lines', async () => {
  await using folder = await temporaryFolder();
  const log = path.join(folder.path, 'server.log');
  expect(await readLogTail(log)).toBe('');
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`);
  await writeFile(log, `${lines.join('\n')}\n`);
  expect(await readLogTail(log)).toBe(lines.slice(-12).join('\n'));
});
