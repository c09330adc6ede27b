import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

test.each([
  ['serve', ['serve', '--port', '0', '--vale', '/nowhere/vale'], {}],
  ['work', ['work', '--vale', '/nowhere/vale'], {}],
  ['serve by its setting', ['serve', '--port', '0'], { COPYDESK_VALE: '/nowhere/vale' }],
])('%s does not start if the program of the style check cannot run, and gives the reason', async (_, argv, env) => {
  await using folder = await temporaryFolder();
  const data = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), ...env };
  const { code, err } = await runCommand(argv, { env: data });
  expect(code).not.toBe(0);
  expect(err).toContain('COPYDESK_VALE names /nowhere/vale, but it cannot be run (ENOENT). Install Vale 3');
});
