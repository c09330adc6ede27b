import { expect, test } from 'vitest';
import { globMatcher } from '../../src/docs/site/glob.ts';

const paths = ['a.md', 'docs/a.md', 'docs/deep/b.md', 'docs/deep/c.mdx', 'docs/deep/er/b.md', 'docs/x-y.md'];

test.each([
  ['*.md', ['a.md']],
  ['./docs/*.md', ['docs/a.md', 'docs/x-y.md']],
  ['**/*.md', ['a.md', 'docs/a.md', 'docs/deep/b.md', 'docs/deep/er/b.md', 'docs/x-y.md']],
  ['**/b.md', ['docs/deep/b.md', 'docs/deep/er/b.md']],
  ['docs/**', paths.slice(1)],
  ['docs/deep/**/b.md', ['docs/deep/b.md', 'docs/deep/er/b.md']],
  ['docs/d**/b.md', ['docs/deep/b.md', 'docs/deep/er/b.md']],
  ['**/?.md', ['a.md', 'docs/a.md', 'docs/deep/b.md', 'docs/deep/er/b.md']],
  ['docs/dee?**/b.md', []],
  ['**/{a,c}.{md,mdx}', ['a.md', 'docs/a.md', 'docs/deep/c.mdx']],
  ['{*.md,docs/*.md}', ['a.md', 'docs/a.md', 'docs/x-y.md']],
  ['docs/[ax].md', []],
  ['*/*/*/*/*/*', []],
])('%s names %j', (glob, named) => {
  expect(paths.filter(globMatcher(glob))).toEqual(named);
});

test.each([
  ['docs/[ax].md', ['docs/a.md']],
  ['docs/x[a-z]y.md', ['docs/x-y.md']],
  ['**/[!ab].md*', ['docs/deep/c.mdx']],
])('%s matches %j with character sets', (glob, named) => {
  expect(paths.filter(globMatcher(glob, { sets: true }))).toEqual(named);
});

test('a hostile glob and path are matched quickly', () => {
  expect(globMatcher('*a*a*a*a')(`${'a'.repeat(4_000)}b`)).toBe(false);
  expect(globMatcher('**/**/**/**/b')(`${'a/'.repeat(2_000)}c`)).toBe(false);
  expect(globMatcher('{a,b}'.repeat(30))('a'.repeat(30))).toBe(false);
});
