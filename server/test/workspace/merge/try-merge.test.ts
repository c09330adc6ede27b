import { expect, test } from 'vitest';
import { testRepository } from '../../support/git-repository.ts';
import type { FileContent } from '../../support/git-repository.ts';
import { testWorkspace } from '../../support/workspace.ts';

type Files = Record<string, FileContent>;

const page = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');

/** Returns the result of merging `theirs` into `ours`, where both come from `files`. */
async function tryMerge(files: Files, ours: Files, theirs: Files) {
  await using source = await testRepository({ bare: true });
  const base = await source.commit(files);
  await source.git('branch', 'theirs', base);
  const commits = { ours: await source.commit(ours), theirs: await source.commit(theirs, { branch: 'theirs' }) };
  await using workspace = await testWorkspace();
  const repository = await workspace.open(source.path);
  await repository.fetch();
  const { conflicts, changes } = await repository.tryMerge(commits);
  const reported = (await changes()).map(({ path, content }) => [path, content && Buffer.from(content).toString()]);
  return { conflicts, changes: reported, heads: await source.git('for-each-ref', '--format=%(objectname)'), commits };
}

test('changes without a conflict return what theirs adds to ours, and move no branch', async () => {
  const { conflicts, changes, heads, commits } = await tryMerge(
    { 'a.md': page, 'b.md': 'B', 'gone.md': 'G' },
    { 'a.md': page.replace('line 1\n', 'OURS\n') },
    { 'a.md': page.replace('line 18\n', 'THEIRS\n'), 'gone.md': null },
  );
  expect(conflicts).toEqual([]);
  expect(changes).toEqual([
    ['a.md', page.replace('line 1\n', 'OURS\n').replace('line 18\n', 'THEIRS\n')],
    ['gone.md', null],
  ]);
  expect(heads.split('\n').toSorted()).toEqual([commits.ours, commits.theirs].toSorted());
});

test('files with conflicting lines are named, and their text contains both versions', async () => {
  const { conflicts, changes, commits } = await tryMerge(
    { 'a.md': 'one\ntwo\nthree\n', 'b.md': 'B' },
    { 'a.md': 'one\nOURS\nthree\n' },
    { 'a.md': 'one\nTHEIRS\nthree\n', 'b.md': 'B2' },
  );
  expect(conflicts).toEqual(['a.md']);
  expect(changes).toEqual([
    ['a.md', `one\n<<<<<<< ${commits.ours}\nOURS\n=======\nTHEIRS\n>>>>>>> ${commits.theirs}\nthree\n`],
    ['b.md', 'B2'],
  ]);
});

test('a page that one side renamed and the other edited does not conflict', async () => {
  const { conflicts, changes } = await tryMerge(
    { 'a.md': page },
    { 'a.md': null, 'renamed.md': page },
    { 'a.md': page.replace('line 3\n', 'THEIRS\n') },
  );
  expect(conflicts).toEqual([]);
  expect(changes).toEqual([['renamed.md', page.replace('line 3\n', 'THEIRS\n')]]);
});

test('a page that one side removed and the other edited is reported as a conflict', async () => {
  const { conflicts } = await tryMerge({ 'a.md': page }, { 'a.md': null }, { 'a.md': `${page}more\n` });
  expect(conflicts).toEqual(['a.md']);
});

test('commits without a common history give no changes and no conflicts', async () => {
  await using source = await testRepository({ bare: true });
  const ours = await source.commit({ 'a.md': 'A' });
  const theirs = await source.commit({ 'a.md': 'B' }, { branch: 'apart' });
  await using workspace = await testWorkspace();
  const repository = await workspace.open(source.path);
  await repository.fetch();
  const { conflicts, changes } = await repository.tryMerge({ ours, theirs });
  expect([conflicts, await changes()]).toEqual([[], []]);
});
