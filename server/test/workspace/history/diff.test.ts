import { parsePatch } from 'diff';
import { expect, test } from 'vitest';
import { testRepository, type FileContent } from '../../support/git-repository.ts';
import { testWorkspace } from '../../support/workspace.ts';

const page = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');

/** Returns the diff of two commits; the second one changes the files of the first. */
async function diff(before: Record<string, FileContent>, change: Record<string, FileContent>) {
  await using source = await testRepository({ bare: true });
  await using rig = await testWorkspace();
  const from = await source.commit(before);
  const to = await source.commit(change);
  const repository = await rig.open(source.path);
  return await repository.diff(from, to);
}

test('additions, changes, deletions and moves are reported, with their hunks', async () => {
  const files = await diff(
    { 'changed.md': 'one\ntwo\n', 'gone.md': 'gone\n', 'old/name.md': page, 'stays.md': 'x' },
    {
      'changed.md': 'one\n2\n',
      'gone.md': null,
      'old/name.md': null,
      'new/name.md': `${page}\nmore\n`,
      'fresh.md': 'f',
    },
  );
  expect(files).toEqual([
    {
      path: 'changed.md',
      oldPath: null,
      change: 'modified',
      binary: false,
      additions: 1,
      deletions: 1,
      patch: '@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    },
    {
      path: 'fresh.md',
      oldPath: null,
      change: 'added',
      binary: false,
      additions: 1,
      deletions: 0,
      patch: '@@ -0,0 +1 @@\n+f\n\\ No newline at end of file\n',
    },
    { ...files[2], path: 'gone.md', change: 'deleted', deletions: 1, patch: '@@ -1 +0,0 @@\n-gone\n' },
    { ...files[3], path: 'new/name.md', oldPath: 'old/name.md', change: 'renamed', additions: 2, deletions: 1 },
  ]);
});

test('any file name is complete, and content that looks like a header stays content', async () => {
  const odd = ['tab\t.md', 'line\nbreak.md', 'quote".md', 'ü.md', ' b/x.md', 'a => b.md', 'diff --git a b'];
  const files = await diff(
    Object.fromEntries(odd.map((name) => [name, 'old\n'])),
    Object.fromEntries(odd.map((name) => [name, `diff --git a/x b/x\n@@ -1 +1 @@\n${name.length}\n`])),
  );
  expect(files.map(({ path }) => path)).toEqual(
    [...odd].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
  for (const file of files) {
    expect(file.patch).toBe(`@@ -1 +1,3 @@\n-old\n+diff --git a/x b/x\n+@@ -1 +1 @@\n+${file.path.length}\n`);
    expect(parsePatch(`--- a\n+++ b\n${file.patch}`)[0]?.hunks).toHaveLength(1);
  }
});

test('binary files are marked, and a file that changed its type has both patches', async () => {
  const files = await diff(
    {
      'logo.png': Buffer.from([1, 0, 2]),
      link: 'a file\n',
      'mode.sh': 'x\n',
      module: { mode: '160000', content: '1'.repeat(40) },
    },
    {
      'logo.png': Buffer.from([1, 0, 3]),
      link: { mode: '120000', content: '/etc/passwd' },
      'mode.sh': { mode: '100755', content: 'x\n' },
      module: { mode: '160000', content: '2'.repeat(40) },
      'z.md': 'last\n',
    },
  );
  expect(files.map(({ path, binary, patch }) => [path, binary, patch])).toEqual([
    ['link', false, '@@ -1 +0,0 @@\n-a file\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n'],
    ['logo.png', true, ''],
    ['mode.sh', false, ''],
    ['module', false, `@@ -1 +1 @@\n-Subproject commit ${'1'.repeat(40)}\n+Subproject commit ${'2'.repeat(40)}\n`],
    ['z.md', false, '@@ -0,0 +1 @@\n+last\n'],
  ]);
});

test('a diff of more than two megabytes keeps its counts, and leaves out patches', async () => {
  const large = 'a line of some length\n'.repeat(60_000);
  const files = await diff({ 'README.md': 'x' }, { 'a.md': large, 'b.md': large, 'c.md': 'short\n' });
  expect(files.map(({ path, additions, patch }) => [path, additions, patch === ''])).toEqual([
    ['a.md', 60_000, false],
    ['b.md', 60_000, true],
    ['c.md', 1, false],
  ]);
});

test('a missing commit is reported as missing', async () => {
  await using source = await testRepository();
  await using rig = await testWorkspace();
  const head = await source.commit({ a: 'a' });
  const repository = await rig.open(source.path);
  await expect(repository.diff(head, 'f'.repeat(40))).rejects.toMatchObject({ code: 'ref_not_found' });
  await expect(repository.diff('--output=/tmp/x', head)).rejects.toMatchObject({ code: 'ref_not_found' });
});
