import { expect, test } from 'vitest';
import { testRepository } from '../../support/git-repository.ts';
import { headOf, sourceOf, testWorkspace } from '../../support/workspace.ts';

test('a commit is found by its id or the beginning of it, only in the history of the given commit', async () => {
  await using origin = await testRepository({ bare: true });
  await using rig = await testWorkspace();
  const first = await origin.commit({ 'a.md': 'one' });
  await origin.git('branch', 'next', first);
  const second = await origin.commit({ 'a.md': 'two' });
  const beside = await origin.commit({ 'b.md': 'beside' }, { branch: 'next' });
  const repository = await rig.workspace.repository(sourceOf(origin.path));
  const head = await headOf(repository);

  const at = new Date('2023-11-14T22:13:20Z');
  expect(await repository.findCommit(second, head)).toEqual({ id: second, parents: [first], at });
  expect(await repository.findCommit(first.slice(0, 9), head)).toEqual({ id: first, parents: [], at });
  expect(await repository.findCommit(beside, head)).toBeUndefined();
  expect(await repository.findCommit('0123456789', head)).toBeUndefined();
  for (const hostile of ['main', '--all', 'HEAD', `${first}^`, '']) {
    expect(await repository.findCommit(hostile, head)).toBeUndefined();
  }
});
