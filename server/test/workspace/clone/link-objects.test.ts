import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linkObjects } from '../../../src/workspace/clone/link-objects.ts';
import { testRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const pack = `pack-${'a'.repeat(40)}`;

test.each([
  ['objects that were left out', `objects/pack/${pack}.promisor`],
  ['objects borrowed from elsewhere', 'objects/info/alternates'],
  ['a history that was cut', 'shallow'],
])('a repository with %s is not linked, since the copy would lack them', async (_name, mark) => {
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'a.md': 'A' });
  await using folder = await temporaryFolder();
  const whole = path.join(folder.path, 'whole');
  expect(await linkObjects(repository.path, whole)).toBe(true);
  expect((await readdir(path.join(whole, 'objects'))).length).toBeGreaterThan(0);
  const file = path.join(repository.path, mark);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  expect(await linkObjects(repository.path, path.join(folder.path, 'part'))).toBe(false);
});
