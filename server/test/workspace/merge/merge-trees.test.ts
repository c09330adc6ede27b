import { describe, expect, test } from 'vitest';
import { openBlobCache } from '../../../src/workspace/objects/blob-cache.ts';
import { openCloneStore } from '../../../src/workspace/clone/clone-store.ts';
import { openGit } from '../../../src/workspace/git/git.ts';
import { mergeTrees } from '../../../src/workspace/merge/merge-trees.ts';
import { testFolder, testRepository, type FileContent } from '../../support/git-repository.ts';
import { sourceOf } from '../../support/workspace.ts';

const page = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
const versions = [
  { name: 'merge-tree', gitVersion: { major: 2, minor: 38 } },
  { name: 'merge-file', gitVersion: { major: 2, minor: 34 } },
];

type Files = Record<string, FileContent>;

/** Merges what two branches made of the same files; returns the listing of the tree. */
async function merge(gitVersion: { major: number; minor: number }, files: Files, ours: Files, theirs: Files) {
  await using source = await testRepository({ bare: true });
  await using folder = await testFolder();
  const base = await source.commit(files);
  await source.git('branch', 'ours', base);
  await source.git('branch', 'theirs', base);
  const commits = {
    base,
    ours: await source.commit(ours, { branch: 'ours' }),
    theirs: await source.commit(theirs, { branch: 'theirs' }),
  };
  const git = openGit(process.env);
  const clones = openCloneStore({ git, directory: folder.path, blobs: openBlobCache(1_000_000) });
  try {
    const clone = await clones.open(git, {
      source: sourceOf(source.path),
      address: { kind: 'path', path: source.path },
    });
    const tree = await mergeTrees({ git, clone, gitVersion }, commits);
    const { stdout } = await git.run(['ls-tree', '-r', tree], { gitDirectory: clone.gitDirectory });
    return stdout.toString();
  } finally {
    await clones.close();
  }
}

describe('both merge methods give the same result for', () => {
  test.each<[string, Files, Files, Files]>([
    ['different files', { a: '1', b: '1' }, { a: '2' }, { b: '2' }],
    ['different lines', { a: page }, { a: page.replace('line 1\n', 'X\n') }, { a: page.replace('line 18\n', 'Y\n') }],
    ['the same change', { a: page }, { a: 'same', 'x/y': 'z' }, { a: 'same', 'x/y': 'z' }],
    [
      'new and deleted files in folders',
      { 'd/a': '1', 'd/b': '1', 'e/f/g': '1' },
      { 'd/a': null, 'e/f/g': null },
      { 'd/c/d': '1', z: '1' },
    ],
    ['a folder that both empty', { 'd/a': '1', 'd/b': '1', c: '' }, { 'd/a': null }, { 'd/b': null }],
    ['a mode and a content', { a: page }, { a: { mode: '100755', content: page } }, { a: `${page}more\n` }],
    [
      'a symlink and a submodule that one side changed',
      { a: '1', s: { mode: '120000', content: 'x' } },
      { a: '2' },
      { s: { mode: '120000', content: 'y' }, m: { mode: '160000', content: '1'.repeat(40) } },
    ],
    ['a file that becomes a folder', { a: '1', b: '1' }, { a: null, 'a/b': '2' }, { b: '2' }],
  ])('%s', async (_, files, ours, theirs) => {
    const [byGit, byFile] = await Promise.all(versions.map(({ gitVersion }) => merge(gitVersion, files, ours, theirs)));
    expect(byFile).toBe(byGit);
  });
});

describe.each(versions)('a conflict found by $name', ({ gitVersion }) => {
  test.each<[string, Files, Files, Files, string]>([
    [
      'in the same lines',
      { 'd/a': page, b: page },
      { 'd/a': 'ours\n', b: 'ours\n' },
      { 'd/a': 'theirs\n', b: 'theirs\n' },
      'changed b, d/a,',
    ],
    ['between an edit and a deletion', { a: page }, { a: 'ours\n' }, { a: null }, 'changed a,'],
    [
      'in a binary file',
      { a: Buffer.from([0, 1]) },
      { a: Buffer.from([0, 2]) },
      { a: Buffer.from([0, 3]) },
      'changed a,',
    ],
    ['between new files', { a: '1' }, { 'd/ü': 'ours\n' }, { 'd/ü': 'theirs\n' }, 'changed d/ü,'],
  ])('%s is named', async (_, files, ours, theirs, named) => {
    await expect(merge(gitVersion, files, ours, theirs)).rejects.toMatchObject({
      code: 'merge_conflict',
      message: expect.stringContaining(named),
    });
  });
});
