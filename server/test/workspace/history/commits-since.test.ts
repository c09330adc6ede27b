import { expect, test } from 'vitest';
import { testRepository } from '../../support/git-repository.ts';
import { headOf, sourceOf, testWorkspace } from '../../support/workspace.ts';

test('the commits since an earlier one are listed oldest first, up to a limit', async () => {
  await using origin = await testRepository({ bare: true });
  await using rig = await testWorkspace();
  const first = await origin.commit({ 'a.md': 'one' }, { message: 'First' });
  for (const name of ['Second', 'Third', 'Fourth']) await origin.commit({ 'a.md': name }, { message: name });
  const repository = await rig.workspace.repository(sourceOf(origin.path));
  const head = await headOf(repository);
  const titles = async (earlier: string, most: number) => {
    const found = await repository.commitsSince(earlier, head, most);
    return found && { titles: found.commits.map(({ title }) => title), hasMore: found.hasMore };
  };
  expect(await titles(first, 2)).toEqual({ titles: ['Second', 'Third'], hasMore: true });
  expect(await titles(first, 3)).toEqual({ titles: ['Second', 'Third', 'Fourth'], hasMore: false });
  expect(await titles(head, 5)).toEqual({ titles: [], hasMore: false });
  expect(await titles(first, 0)).toEqual({ titles: [], hasMore: true });
});

test('a merged commit counts as earlier, and a commit that was rewritten away does not', async () => {
  await using origin = await testRepository({ bare: true });
  await using rig = await testWorkspace();
  const base = await origin.commit({ 'a.md': 'one' }, { message: 'Base' });
  await origin.git('branch', 'side', base);
  const side = await origin.commit({ 'b.md': 'side' }, { branch: 'side', message: 'Side' });
  const main = await origin.commit({ 'a.md': 'two' }, { message: 'Main' });
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  const tree = await origin.git('rev-parse', 'main^{tree}');
  const merge = await origin.git(...identity, 'commit-tree', tree, '-p', main, '-p', side, '-m', 'Merge');
  await origin.git('update-ref', 'refs/heads/main', merge);
  const repository = await rig.workspace.repository(sourceOf(origin.path));
  const head = await headOf(repository);
  const ids = async (earlier: string) =>
    (await repository.commitsSince(earlier, head, 10))?.commits.map(({ title }) => title);
  expect(await ids(side)).toEqual(['Main', 'Merge']);
  expect(await ids(main)).toEqual(['Merge']);
  const away = await origin.git(...identity, 'commit-tree', tree, '-p', base, '-m', 'Rewritten away');
  expect(await ids(away)).toBeUndefined();
  expect(await ids('0123456789'.repeat(4))).toBeUndefined();
});
