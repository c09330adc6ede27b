import path from 'node:path';
import { expect, test } from 'vitest';
import { testRepository } from '../support/git-repository.ts';
import { testDatabase } from '../support/database.ts';
import { runCommand } from './run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a key of this installation leaves with no change, even if it looks like words', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit({ 'docs/guide.md': '# Guide\n\nRead the guide.\n' });
  const key = 'seven-quiet-otters-cross-the-river';
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url, OPENAI_API_KEY: key };
  const run = async (...argv: string[]) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path);
  const { out, err } = await run(
    'job',
    'create',
    `Replace "the guide" with "${key}"`,
    '--project',
    'Handbook',
    '--watch',
  );
  expect(`${out}${err}`).toContain('docs/guide.md line 3 (the key of openai). Nothing was pushed');
  const job = await database.db.selectFrom('job').select(['status', 'error']).executeTakeFirstOrThrow();
  expect(job).toMatchObject({ status: 'failed', error: expect.objectContaining({ code: 'secret_found' }) });
  expect(await repository.git('branch', '--list', 'copydesk/*')).toBe('');
});
