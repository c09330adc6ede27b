import { expect, test } from 'vitest';
import { nearestPaths, formatNearest } from '../../../src/agent/tools/show/nearest-path.ts';

const paths = [
  'README.md',
  'src/content/docs/guide/install.md',
  'src/content/docs/guide/setup.mdx',
  'src/content/docs/index.md',
  'src/content/docs/reference/options.md',
  'src/content/docs/zh/guide/install.md',
];

test.each([
  ['docs/guide/install.md', ['src/content/docs/guide/install.md', 'src/content/docs/zh/guide/install.md']],
  ['/docs/guide/', ['src/content/docs/guide/', 'src/content/docs/zh/guide/']],
  ['src/content/docs/guide/setup.md', ['src/content/docs/guide/setup.mdx']],
  ['src/content/docs/guide/instal.md', ['src/content/docs/guide/install.md', 'src/content/docs/zh/guide/install.md']],
  ['readme', ['README.md']],
  ['docs/**/*.md', ['src/content/docs/']],
  ['src/content/docs/reference/nothing/of/it.md', ['src/content/docs/reference/']],
  ['elsewhere/entirely.txt', []],
  ['**', []],
  ['', []],
])('%j is likely %j', (missing, likely) => {
  expect(nearestPaths(missing, paths)).toEqual(likely);
});

test('the nearest paths are reported in a sentence, and none if nothing is near', () => {
  expect(formatNearest('readme.txt', paths)).toBe(' Near it: README.md.');
  expect(formatNearest('x/y/z', paths)).toBe('');
});

test('at most three of very many paths are named', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `docs/s${index % 100}/page-${index}.md`).sort();
  const named = nearestPaths('docs/s5/page-100005.md', many);
  expect(named).toHaveLength(3);
  expect(named[0]).toBe('docs/s5/page-10005.md');
});
