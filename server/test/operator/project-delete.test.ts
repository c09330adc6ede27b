import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

test('a project is changed and deleted by command, and the audit log names the account', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit({ 'manual/index.md': '# Welcome\n\nHello.\n' });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const project = async (...argv: string[]) => await runCommand(['project', ...argv], { env });
  await project('create', '--name', 'Wrong', '--repository', repository.path);
  const nowhere = await project('set', 'Wrong', '--docs', 'nowhere');
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('has no Markdown or MDX file') });
  const set = await project('set', 'Wrong', '--name', 'Handbook', '--docs', 'manual', '--ref', 'main', '--json');
  expect(JSON.parse(set.out)).toMatchObject({ name: 'Handbook', docsFolder: 'manual' });

  const nobody = await project('delete', 'Handbook');
  expect(nobody.code).not.toBe(0);
  expect(nobody.err).toContain('Deleting the project "Handbook" also deletes: 0 jobs, 0 pull requests');
  expect((await project('delete', 'Handbook', '--yes', 'handbook')).err).toContain('Nothing was deleted');
  expect((await project('delete', 'Handbook', '--yes', 'Handbook')).out).toBe('Deleted the project Handbook\n');
  expect((await project('show', 'Handbook')).err).toContain('There is none yet');
  const entries = await database.db.selectFrom('audit_entry').select(['action', 'actor_kind']).orderBy('id').execute();
  expect(entries).toEqual(
    ['project.create', 'project.change', 'project.delete'].map((action) => ({ action, actor_kind: 'command' })),
  );
});
