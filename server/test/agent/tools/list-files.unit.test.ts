import { describe, expect, test } from 'vitest';
import { memoryTree } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const tree = memoryTree(
  { 'docs/a.md': '', 'docs/b/c.mdx': '', 'docs-old/a.md': '', 'readme.md': '', link: '', theme: '' },
  { link: 'symlink', theme: 'submodule' },
);
const list = async (input: object, within = tree) => (await callTool('list_files', input, within)).text.split('\n');
const files = (...paths: string[]) => memoryTree(Object.fromEntries(paths.map((path) => [path, ''])));
const many = (count: number, folder = '') =>
  Array.from({ length: count }, (_, index) => `${folder}${1_000 + index}.md`);

describe('a folder is listed as a tree', () => {
  const whole = [
    "the repository, 6 files (paths are from the repository's root):",
    ' link (symlink)',
    ' readme.md',
    ' theme (submodule)',
    'docs-old/ 1 file:',
    ' a.md',
    'docs/ 2 files:',
    ' a.md',
    'docs/b/ 1 file:',
    ' c.mdx',
  ];

  test.each([[{}], [{ path: '' }], [{ path: '.' }], [{ path: './' }]])('%j is all of it', async (input) => {
    expect(await list(input)).toEqual(whole);
  });

  test.each([['docs'], ['./docs/'], ['/docs']])('%s', async (path) => {
    expect(await list({ path })).toEqual([
      "docs/ 2 files (paths are from the repository's root):",
      ' a.md',
      'docs/b/ 1 file:',
      ' c.mdx',
    ]);
  });

  test('goes as deep as there is room, into folders with pages first', async () => {
    const large = files(...many(150, 'docs/api/'), ...many(60, 'docs/guides/'), 'docs/img/a.png', 'docs/index.md');
    const lines = await list({ path: 'docs' }, large);
    expect(lines.slice(0, 5)).toEqual([
      "docs/ 212 files (paths are from the repository's root):",
      ' index.md',
      'docs/api/ 150 files',
      'docs/guides/ 60 files:',
      ' 1000.md',
    ]);
    expect(lines.slice(-2)).toEqual(['docs/img/ 1 file:', ' a.png']);
  });

  test('is bounded, and reports how to continue', async () => {
    const large = files(...many(1_203), ...many(3, 'z/'));
    const first = await list({}, large);
    expect(first.slice(-3)).toEqual([' 1198.md', '… 1004 more files; go on with offset 199', 'z/ 3 files']);
    const last = await list({ offset: 1_150 }, large);
    expect([last[1], last.at(-1), last.length]).toEqual([' 2150.md', ' 2202.md', 54]);
  });

  test('reports the first of very many folders', async () => {
    const lines = await list({}, files(...many(1_000).map((path) => `${path}/a.md`)));
    expect(lines).toHaveLength(202);
    expect(lines.at(-1)).toBe('… 800 more folders');
  });

  test('shortens very deep folders to parts of their names', async () => {
    const lines = await list({}, files(`${'a/'.repeat(1_500)}b.md`, `${'a/'.repeat(19)}c.md`));
    expect(lines).toHaveLength(23);
    expect(lines.slice(-3)).toEqual([' c.md', `${'a/'.repeat(20)} 1 file:`, ` ${'a/'.repeat(1_480)}b.md`]);
  });
});

describe('a glob and a file are listed as paths', () => {
  test.each([
    ['/docs/a.md', 'docs/a.md'],
    ['link', 'link|(symlink)'],
    ['docs/*', 'docs/a.md'],
    ['docs/**', 'docs/a.md docs/b/c.mdx'],
    ['**/a.md', 'docs-old/a.md docs/a.md'],
    ['**/*.md', 'docs-old/a.md docs/a.md readme.md'],
    ['*.md', 'readme.md'],
    ['docs/?.md', 'docs/a.md'],
    ['docs/**/c.md?', 'docs/b/c.mdx'],
  ])('%s', async (path, expected) => {
    expect(await list({ path })).toEqual(expected.split(' ').map((line) => line.replaceAll('|', ' ')));
  });

  test('up to 500 paths, and how to continue', async () => {
    const large = files(...many(1_203));
    expect((await list({ path: '*' }, large)).slice(-2)).toEqual(['1499.md', '… 703 more; call again with offset 500']);
    expect(await list({ path: '*', offset: 1_000 }, large)).toHaveLength(203);
    expect(await list({ path: '*', offset: 5_000 }, large)).toEqual(['no files']);
  });

  test('quickly, even for a glob that would backtrack exponentially as a regular expression', async () => {
    const long = files(`${'a'.repeat(500)}b`);
    expect(await list({ path: `${'*a'.repeat(50)}c` }, long)).toEqual(['no files']);
  });
});

test('a missing path is answered with the nearest existing ones', async () => {
  expect(await list({ path: 'nothing' })).toEqual(['no files']);
  expect(await list({ path: 'doc/b' })).toEqual(['no files; near it: docs/b/']);
  expect(await list({ path: 'src/docs/c.mdx' })).toEqual(['no files; near it: docs/b/c.mdx']);
});
