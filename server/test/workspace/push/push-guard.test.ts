import { expect, test } from 'vitest';
import { startGitHost } from '../../support/git-host.ts';
import { testRepository } from '../../support/git-repository.ts';
import { author, headOf, testWorkspace } from '../../support/workspace.ts';

test.each(['a path', 'a URL'])('a push to %s moves a branch only if its guard allows it', async (kind) => {
  await using source = await testRepository({ bare: true });
  await source.commit({ 'docs/index.md': '# Welcome\n' });
  await using host = await startGitHost({ 'docs.git': source.path });
  await using workspace = await testWorkspace();
  const repository = await workspace.open(kind === 'a path' ? source.path : host.url('docs.git'));
  await repository.fetch();
  const parent = await headOf(repository);
  const tree = await repository.openTree(parent);
  tree.write('docs/index.md', Buffer.from('# Hello\n'));
  const commit = await repository.commit({ tree, parents: [parent], message: 'Greet\n', author, at: new Date(0) });
  const stood: string[] = [];
  const order = { branch: 'copydesk/one', commit, expected: null };
  const forbid = (): void => {
    stood.push('asked');
    throw new Error('not any more');
  };
  await expect(repository.push({ ...order, guard: forbid })).rejects.toThrow('not any more');
  expect(stood).toEqual(['asked']);
  expect(await source.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  await repository.push({ ...order, guard: () => {} });
  expect(await source.git('rev-parse', 'copydesk/one')).toBe(commit);
});
