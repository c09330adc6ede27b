import { describe, expect, test } from 'vitest';
import { testRepository } from '../../support/git-repository.ts';
import type { FileContent } from '../../support/git-repository.ts';
import { testWorkspace } from '../../support/workspace.ts';

const page = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');

type Files = Record<string, FileContent>;

/**
 * Returns the result of carrying a change of `files` over to a branch on which somebody else has changed the same
 * files.
 */
async function carry(files: Files, change: Files, elsewhere: Files) {
  await using source = await testRepository({ bare: true });
  const from = await source.commit(files);
  await source.git('branch', 'elsewhere', from);
  await source.git('branch', 'change', from);
  const onto = await source.commit(elsewhere, { branch: 'elsewhere' });
  const commit = await source.commit(change, { branch: 'change' });
  await using workspace = await testWorkspace();
  const repository = await workspace.open(source.path);
  await repository.fetch();
  const { changes, conflicts } = await repository.carry({ commit, from, onto });
  const reported = changes.map(({ path, content, mode }) => [path, content && Buffer.from(content).toString(), mode]);
  return { changes: reported, conflicts };
}

describe('a change that is carried to another commit', () => {
  test('is unchanged if nobody else has changed the same files', async () => {
    const carried = await carry(
      { 'a.md': 'A', 'b.md': 'B', 'gone.md': 'G' },
      { 'a.md': 'A2', 'gone.md': null, 'new.md': { mode: '100755', content: 'N' } },
      { 'b.md': 'B2', 'c.md': 'C' },
    );
    expect(carried).toEqual({
      changes: [
        ['a.md', 'A2', '100644'],
        ['gone.md', null, '100644'],
        ['new.md', 'N', '100755'],
      ],
      conflicts: [],
    });
  });

  test('is merged line by line if others have changed the same files', async () => {
    const merged = page.replace('line 2\n', 'two\n').replace('line 17\n', 'seventeen\n');
    const carried = await carry(
      { 'a.md': page },
      { 'a.md': page.replace('line 2\n', 'two\n') },
      { 'a.md': page.replace('line 17\n', 'seventeen\n') },
    );
    expect(carried).toEqual({ changes: [['a.md', merged, '100644']], conflicts: [] });
  });

  test('is empty if it has been made already', async () => {
    expect(await carry({ 'a.md': 'A' }, { 'a.md': 'A2' }, { 'a.md': 'A2', 'b.md': 'B' })).toEqual({
      changes: [],
      conflicts: [],
    });
  });

  test('names the files that conflict', async () => {
    const carried = await carry(
      { 'a.md': page, 'b.md': 'B', 'c.md': 'C' },
      { 'a.md': page.replace('line 2\n', 'two\n'), 'b.md': null, 'c.md': 'C2' },
      { 'a.md': page.replace('line 2\n', 'deux\n'), 'b.md': 'B2', 'c.md': 'C' },
    );
    expect(carried).toEqual({ changes: [], conflicts: ['a.md', 'b.md'] });
  });
});
