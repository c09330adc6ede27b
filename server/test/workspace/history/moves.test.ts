import { expect, test } from 'vitest';
import { testRepository } from '../../support/git-repository.ts';
import { testWorkspace } from '../../support/workspace.ts';

const page = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');

test('moved, replaced and removed pages are reported, the newest first, whatever their names', async () => {
  await using source = await testRepository({ bare: true });
  await using rig = await testWorkspace();
  await source.commit({ 'docs/a.md': page, 'docs/line\nbreak.md': 'x', 'docs/b.md': 'short\n', 'logo.png': 'x' });
  const moved = await source.commit({ 'docs/a.md': null, 'guide/a.md': `${page}\nmore\n`, 'logo.png': null });
  const replaced = await source.commit({
    'docs/b.md': null,
    'guide/B.mdx': 'Something else altogether stands here.\n',
  });
  const removed = await source.commit({ 'docs/line\nbreak.md': null });
  const repository = await rig.open(source.path);
  const moves = await repository.moves(removed);
  expect(moves.map(({ at: _at, ...move }) => move)).toEqual([
    { from: 'docs/line\nbreak.md', to: undefined, by: 'removed', commit: removed },
    { from: 'docs/b.md', to: 'guide/B.mdx', by: 'replaced', commit: replaced },
    { from: 'docs/a.md', to: 'guide/a.md', by: 'renamed', commit: moved },
  ]);
  expect(moves.every(({ at }) => at.getTime() > 0)).toBe(true);
});
