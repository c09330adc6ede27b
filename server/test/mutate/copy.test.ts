import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cloneCommit, copyRepository } from '../../../scripts/mutate/run/copy.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isThere = async (name: string) => await stat(name).then(Boolean, () => false);

test('a copy has what was changed and added, and nothing that was deleted or is ignored', async () => {
  await using repository = await testRepository();
  await using folder = await temporaryFolder();
  const copy = path.join(folder.path, 'copy');
  const commit = await repository.commit({ '.gitignore': 'dist\n', 'a.ts': 'a', 'b.ts': 'b', 'c/d.ts': 'd' });
  await writeFile(path.join(repository.path, 'a.ts'), 'changed');
  await rm(path.join(repository.path, 'b.ts'));
  for (const name of ['new', 'dist', 'node_modules']) await mkdir(path.join(repository.path, name));
  await writeFile(path.join(repository.path, 'new/e.ts'), 'e');
  await writeFile(path.join(repository.path, 'dist/f.ts'), 'f');

  await copyRepository(repository.path, copy);
  const read = async (name: string) => await readFile(path.join(copy, name), 'utf8');
  expect(await Promise.all(['a.ts', 'c/d.ts', 'new/e.ts'].map(read))).toEqual(['changed', 'd', 'e']);
  expect(await isThere(path.join(copy, 'b.ts'))).toBe(false);
  expect(await isThere(path.join(copy, 'dist'))).toBe(false);

  // What was there is replaced.
  await cloneCommit(repository.path, copy, commit);
  expect(await read('a.ts')).toBe('a');
  expect(await isThere(path.join(copy, 'new'))).toBe(false);
});

test('a copy shares packages, and has its own workspaces and commands', async () => {
  await using repository = await testRepository();
  await using folder = await temporaryFolder();
  const copy = path.join(folder.path, 'copy');
  await repository.commit({ 'server/index.js': 'the server', '.gitignore': 'node_modules\n' });
  const installed = path.join(repository.path, 'node_modules');
  for (const name of ['.bin', '@copydesk', '@scope/package', 'package', '.cache']) {
    await mkdir(path.join(installed, name), { recursive: true });
  }
  await mkdir(path.join(repository.path, 'server/node_modules/nested'), { recursive: true });
  await symlink('../../server', path.join(installed, '@copydesk/server'));
  await symlink('../server', path.join(installed, 'copydesk'));
  await symlink('../copydesk/index.js', path.join(installed, '.bin/copydesk'));
  await writeFile(path.join(installed, 'package/index.js'), 'a package');

  await copyRepository(repository.path, copy);
  await writeFile(path.join(copy, 'server/index.js'), 'another server');
  await writeFile(path.join(installed, 'package/index.js'), 'another package');
  const read = async (name: string) => await readFile(path.join(copy, 'node_modules', name), 'utf8');
  const names = ['@copydesk/server/index.js', 'copydesk/index.js', '.bin/copydesk'];
  expect(await Promise.all(names.map(read))).toEqual(Array(3).fill('another server'));
  expect(await read('package/index.js')).toBe('another package');
  for (const name of ['node_modules/@scope/package', 'node_modules/.cache', 'server/node_modules/nested']) {
    expect([name, await isThere(path.join(copy, name))]).toEqual([name, true]);
  }
});
