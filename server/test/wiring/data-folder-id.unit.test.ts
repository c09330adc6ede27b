import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { machineOf } from '../../src/wiring/start/data-folder-id.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('parallel and later calls return the same machine id', async () => {
  await using folder = await temporaryFolder();
  const reported = await Promise.all(Array.from({ length: 20 }, async () => await machineOf(folder.path)));
  const [first] = reported;
  expect(first).toEqual({ id: expect.stringMatching(/^mch_[\w-]{16}$/), name: hostname() });
  expect(new Set(reported.map(({ id }) => id)).size).toBe(1);
  expect(await machineOf(folder.path)).toEqual(first);
  expect(await readdir(folder.path)).toEqual(['machine']);
});

test('two data folders have different machine ids', async () => {
  await using one = await temporaryFolder();
  await using other = await temporaryFolder();
  expect((await machineOf(one.path)).id).not.toBe((await machineOf(other.path)).id);
});

test('a file with other content is refused, and the error says what to do', async () => {
  await using folder = await temporaryFolder();
  await writeFile(path.join(folder.path, 'machine'), 'docs-1\n');
  await expect(machineOf(folder.path)).rejects.toMatchObject({
    code: 'data_directory_refused',
    message: expect.stringContaining('Remove it'),
  });
});
