import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

test('a project gets more slices after a confirmation, never fewer, and the command shows their number', async () => {
  await using database = await testDatabase();
  await using folder = await temporaryFolder();
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const created = await runCommand(['project', 'create', '--name', 'Docs', '--json'], { env });
  expect(created.code).toBe(0);
  const run = async (...args: string[]) => await runCommand(['database', 'slices', 'Docs', ...args], { env });
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('are in one slice.') });
  expect(await run('4')).toMatchObject({ code: 1, err: expect.stringContaining('Add --yes. Nothing was changed.') });
  const added = await run('4', '--yes', '--json');
  expect([added.code, JSON.parse(added.out)]).toEqual([0, expect.objectContaining({ before: 1, slices: 4 })]);
  const fewer = await run('2', '--yes', '--json');
  expect([fewer.code, JSON.parse(fewer.err)]).toEqual([1, expect.objectContaining({ code: 'invalid_request' })]);
  const many = await run('65', '--json');
  expect([many.code, JSON.parse(many.err)]).toEqual([1, expect.objectContaining({ code: 'invalid_request' })]);
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('are in 4 slices.') });
});
