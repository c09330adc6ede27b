import { expect, test } from 'vitest';
import { anyPathFilter, pathFilter } from '../../../src/agent/tools/show/path-filter.ts';

const paths = ['README.md', 'docs/[x]/c.md', 'docs/a.md', 'docs/deep/b.md', 'docs/deep/c.mdx', 'docs/{slug}.md'];

test.each([
  ['', paths],
  ['/', paths],
  ['docs', paths.slice(1)],
  ['docs/', paths.slice(1)],
  ['./docs/deep', ['docs/deep/b.md', 'docs/deep/c.mdx']],
  ['docs/*.md', ['docs/a.md', 'docs/{slug}.md']],
  ['docs/**/*.md', ['docs/[x]/c.md', 'docs/a.md', 'docs/deep/b.md', 'docs/{slug}.md']],
  ['**/b.md', ['docs/deep/b.md']],
  ['**/*b.md', ['docs/deep/b.md']],
  ['docs/**/*', paths.slice(1)],
  ['doc**/*.mdx', ['docs/deep/c.mdx']],
  ['**/*/b.md', ['docs/deep/b.md']],
  ['docs/?.md', ['docs/a.md']],
  ['docs/[x]', ['docs/[x]/c.md']],
  ['docs/[x]/*', ['docs/[x]/c.md']],
  ['doc', []],
  ['docs/{a,deep/b}.md', ['docs/a.md', 'docs/deep/b.md']],
  ['{docs/{deep,[x]},README.md}', ['README.md', 'docs/[x]/c.md', 'docs/deep/b.md', 'docs/deep/c.mdx']],
  ['**/*.{md,mdx}', paths],
  ['docs/{slug}.md', ['docs/{slug}.md']],
  ['docs/{a,b', []],
  ['../docs', []],
])('%j names the right files', (filter, named) => {
  expect(paths.filter(pathFilter(filter))).toEqual(named);
});

test('braces with very many alternatives are refused', () => {
  expect(() => pathFilter('{a,b}'.repeat(7))).toThrow('more than 100');
  expect(() => pathFilter(`${'{a,'.repeat(5000)}b${'}'.repeat(5000)}`)).toThrow('more than 100');
  expect(() => pathFilter(`${'{a,'.repeat(200)}b${'}'.repeat(200)}`)).toThrow('more than 100');
});

test('a hostile glob is matched quickly', () => {
  expect(pathFilter(`${'*a'.repeat(100)}b`)('a'.repeat(2000))).toBe(false);
  expect(pathFilter('?'.repeat(100))('a'.repeat(100))).toBe(true);
});

test.each(['?'.repeat(101), '*a'.repeat(101), '{a,b}'.repeat(6) + '?'.repeat(2), '?'.repeat(4_000_000)])(
  'a filter with more than a hundred wildcards is refused',
  (filter) => {
    expect(() => pathFilter(filter)).toThrow('more than 100 stars and question marks');
  },
);

test('the limit of wildcards applies to a list of globs together', () => {
  const matches = anyPathFilter(['docs/deep', '*.md', '*.mdx']);
  expect(paths.filter(matches)).toEqual(paths.filter((path) => /^[^/]*\.mdx?$|^docs\/deep\//.test(path)));
  expect(() => anyPathFilter(Array.from({ length: 101 }, (_, index) => `*${index}`))).toThrow('more than 100 stars');
  expect(() => anyPathFilter(Array.from({ length: 201 }, (_, index) => `f${index}`))).toThrow('more than 200 globs');
  expect(() => anyPathFilter(['{a,b}'.repeat(6), '{a,b}'.repeat(6), '{a,b}'.repeat(6), '{a,b}'.repeat(6)])).toThrow(
    'more than 200 globs',
  );
});
