import { expect, test } from 'vitest';
import { measureChange } from '../../src/mandate/change-extent.ts';
import { pagesIn } from '../../src/mandate/pages.ts';

type Files = Record<string, string>;

const text = (name: string) => Array.from({ length: 20 }, (_, line) => `Line ${line} of ${name}.`).join('\n');

/** Twelve pages of 20 lines each, so that more can be deleted than the five that always may. */
const docs: Files = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`docs/old/p${index}.md`, text(`p${index}`)]),
);

/** Uses each content as its own id. */
async function measure(before: Files, after: Files) {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const files = paths.map((path) => ({ path, was: before[path], is: after[path] })).filter(({ was, is }) => was !== is);
  const reads: string[] = [];
  const extent = await measureChange(files, {
    read: async (file, side) => {
      reads.push(`${side} ${file.path}`);
      return Buffer.from(file[side] ?? '');
    },
    isPage: pagesIn('docs'),
    deletedIgnored: () => 5,
    sizes: new Map(),
  });
  return { ...extent, reads };
}

function mapped(files: Files, change: (path: string, content: string) => [string, string][]): Files {
  return Object.fromEntries(Object.entries(files).flatMap(([path, content]) => change(path, content)));
}

test('added, changed and removed files count, and new content counts all its bytes', async () => {
  const before = { 'docs/a.md': 'one', 'docs/b.md': 'two', 'docs/c.md': 'three' };
  expect(await measure(before, { 'docs/a.md': 'one!', 'docs/b.md': 'two' })).toMatchObject({ files: 2, bytes: 4 });
  const added = { ...before, 'docs/logo.png': 'x'.repeat(1_000) };
  expect(await measure(before, added)).toMatchObject({ files: 1, bytes: 1_000, deleted: 0 });
});

test('a folder that moves unchanged counts its files, no bytes and no deletions', async () => {
  const moved = mapped(docs, (path, content) => [[path.replace('old', 'new'), content]]);
  expect(await measure(docs, moved)).toEqual({ files: 12, bytes: 0, deleted: 0, reads: [] });
});

test.each<[string, (path: string, content: string) => [string, string][]]>([
  ['moved with its links', (path, content) => [[path.replace('old', 'new'), `${content}\n[x](../y.md)`]]],
  ['renamed and indented', (path, content) => [[`${path}x`, content.replaceAll(/^/gm, '  ')]]],
  [
    'split',
    (path, content) => [
      [path, content.slice(0, 50)],
      [path.replace('.md', '-2.md'), content.slice(content.indexOf('\n', 50))],
    ],
  ],
  ['joined', (_, content) => [['docs/all.md', content]]],
])('text that is %s is not deleted', async (name, change) => {
  const after = mapped(docs, change);
  if (name === 'joined') after['docs/all.md'] = Object.values(docs).join('\n');
  expect(await measure(docs, after)).toMatchObject({ deleted: 0 });
});

test.each<[string, number, (path: string, content: string) => [string, string][]]>([
  ['removed', 12, () => []],
  ['emptied', 12, (path) => [[path, '']]],
  ['replaced by a word', 12, (path) => [[path, 'Gone.']]],
  ['cut to a half', 6, (path, content) => [[path, content.split('\n').slice(0, 10).join('\n')]]],
  ['moved and replaced by other text', 12, (path) => [[path.replace('old', 'new'), text('nothing of it')]]],
  ['removed, with one large file instead', 12, () => [['docs/all.md', 'junk\n'.repeat(10_000)]]],
])('pages that are %s are deleted', async (_, pages, change) => {
  expect((await measure(docs, mapped(docs, change))).deleted).toBeCloseTo(pages, 0);
});

test('pages rewritten at the same length do not count as deleted', async () => {
  const anew = mapped(docs, (path, content) => [[path, content.replaceAll('Line', 'Verse')]]);
  expect(await measure(docs, anew)).toMatchObject({ files: 12, deleted: 0 });
});

test('one kept line offsets one deleted line, not many', async () => {
  const same = mapped(docs, (path) => [[path, text('all of them')]]);
  expect((await measure(same, { 'docs/one.md': text('all of them') })).deleted).toBe(0);
  const twelve = mapped(docs, (path) => [[path, `${text('all of them')}\n${path}`]]);
  expect((await measure(twelve, { 'docs/one.md': text('all of them') })).deleted).toBeGreaterThan(10);
});

test('with five deleted pages, only new pages are read', async () => {
  const rest = Object.fromEntries(Object.entries(docs).slice(4));
  expect(await measure(docs, { ...rest, 'docs/old/p4.md': '' })).toMatchObject({
    deleted: 0,
    reads: ['is docs/old/p4.md'],
  });
});

test('images and files outside the docs do not count as pages', async () => {
  const others = mapped(docs, (path, content) => [
    [path.replace('.md', '.png'), content],
    [path.replace('docs', 'src'), `${content}!`],
  ]);
  expect(await measure(others, {})).toMatchObject({ files: 24, deleted: 0 });
});
