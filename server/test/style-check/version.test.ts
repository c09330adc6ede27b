import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireVale } from '../../src/style-check/version.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { standIn } from './stand-in.ts';

test('the program is asked for its version at the start', async () => {
  await using folder = await temporaryFolder();
  const { program } = await standIn(folder.path, 'words');
  expect(await requireVale(program)).toBe('vale version 3.21.0');
});

test.each([
  ['prints something else', 'echo hello', 'it does not answer `--version` as Vale does'],
  ['is too old', 'echo vale version 2.30.0', 'it is vale version 2.30.0, and 3 or newer is needed'],
  ['fails', 'echo vale version 3.0.0; exit 1', 'it does not answer `--version` as Vale does'],
])('a program that %s is refused, with what to do', async (_, command, because) => {
  await using folder = await temporaryFolder();
  const program = join(folder.path, 'vale');
  await writeFile(program, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  await expect(requireVale(program)).rejects.toMatchObject({
    code: 'settings_invalid',
    message: `COPYDESK_VALE names ${program}, but ${because}. Install Vale 3 and give the path of its program, or leave the setting out.`,
  });
});

test('a missing or not executable program is refused', async () => {
  await using folder = await temporaryFolder();
  const program = join(folder.path, 'vale');
  await expect(requireVale(program)).rejects.toThrow(`names ${program}, but it cannot be run (ENOENT)`);
  await writeFile(program, 'no program');
  await expect(requireVale(program)).rejects.toThrow('it cannot be run (EACCES)');
});
