import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

test('a database without Citus is refused with what it lacks, and on a cluster the command has nothing left to do', async () => {
  await using database = await testDatabase();
  await using folder = await temporaryFolder();
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const { code, out, err } = await runCommand(['database', 'distribute', '--json'], { env });
  const refused = { code: 'database_refused', detail: expect.stringContaining('does not have the extension Citus') };
  const nothing = { tables: [], distributed: false };
  const [expected, answer] = inject('cluster') === undefined ? [refused, err] : [nothing, out];
  expect([code, JSON.parse(answer)]).toEqual([expected === refused ? 1 : 0, expect.objectContaining(expected)]);
});
