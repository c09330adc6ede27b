import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const text = 'A page of some length, so that git knows it again where it has moved.\n'.repeat(5);

test('a commit of the branch is reported with its effect on the docs, and any other commit is not found', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  const first = await repository.commit({ 'docs/a.md': '# A\n', 'docs/b.md': '# B\n', 'docs/c.md': `# C\n\n${text}` });
  const second = await repository.commit({
    'docs/a.md': '# A\n\nMore.\n',
    'docs/b.md': null,
    'docs/c.md': null,
    'docs/d.md': `# C\n\n${text}`,
    'src/x.js': '1;\n',
  });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const run = async (...argv: string[]) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path, '--docs', 'docs');
  const effect = async (commit: string) => await run('views', 'effect', commit, '--project', 'Handbook', '--json');

  const reported = await effect(second.slice(0, 8));
  expect(reported.code).toBe(0);
  expect(JSON.parse(reported.out)).toMatchObject({
    mergedAt: '2023-11-14T22:13:20.000Z',
    isComplete: true,
    pages: [],
    filesNotCompared: [
      { file: 'docs/a.md', why: 'no_page' },
      { file: 'docs/b.md', why: 'removed' },
      { file: 'docs/c.md', why: 'moved' },
    ],
  });
  expect((await run('views', 'effect', second, '--project', 'Handbook')).err).toContain(
    'Merged at 2023-11-14T22:13:20.000Z; 14 days after against 14 before.',
  );
  expect((await effect(first)).err).toContain(`Nothing is before the commit ${first}.`);
  expect((await effect('0123456789')).err).toContain('The branch main has no commit 0123456789.');
  expect((await effect('main')).err).toContain('is no id of a commit');
});
