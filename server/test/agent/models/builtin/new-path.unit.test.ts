import { expect, test } from 'vitest';
import { newPath } from '../../../../src/agent/models/builtin/plans/page/new-path.ts';
import { plainSite } from '../../memory-tree.ts';

const folder = (path: string, ...routes: string[]) => ({ path, routes });
const plain = plainSite(['a.md', 'guides/b.md']);
/** Docs in a folder beside the configuration. */
const beside = { ...plainSite(['docs/a.md']), folders: [folder('docs', '')] };
/** A site in its own folder, with docs of a second instance. */
const own = {
  ...plainSite(['web/docs/a.mdx', 'web/api/b.mdx']),
  root: 'web',
  folders: [folder('web/docs', '/docs'), folder('web/api', '/api')],
};

test.each([
  [plain, 'new', 'new.md'],
  [plain, '/guides/new', 'guides/new.md'],
  [beside, 'new.md', 'docs/new.md'],
  [beside, 'guides/new', 'docs/guides/new.md'],
  [beside, 'docs/guides/new', 'docs/guides/new.md'],
  [beside, '/guides/new', 'docs/guides/new.md'],
  [beside, '/docs/new.md', 'docs/new.md'],
  [beside, 'guides/', 'docs/guides/index.md'],
  [own, 'new', 'web/docs/new.mdx'],
  [own, 'docs/new', 'web/docs/new.mdx'],
  [own, 'web/api/new', 'web/api/new.mdx'],
  [own, '/docs/new', 'web/docs/new.mdx'],
  [own, '/new', 'web/docs/new.mdx'],
])('%#: %s', (site, given, path) => {
  expect(newPath(site, given)).toBe(path);
});

test.each([
  ['guides/b.md', 'docs/en/guides/b.md', 'guides/c.md', 'docs/en/guides/c.md'],
  ['guides/b', 'docs/en/guides/b.md', 'tutorials/c', 'docs/en/tutorials/c.md'],
  ['b.md', 'docs/en/guides/b.md', 'c.md', 'docs/en/guides/c.md'],
  ['b.md', 'docs/en/guides/b.md', 'guides/c.md', 'docs/en/guides/c.md'],
  ['guides/b.md', 'docs/en/guides/b.md', 'docs/de/b.md', 'docs/de/b.md'],
  ['B', 'docs/en/guides/b.md', 'c.md', 'docs/en/c.md'],
])('%s, which is %s, goes to %s: %s', (called, from, given, path) => {
  const site = { ...plainSite([from]), folders: [folder('docs/en', ''), folder('docs/de', '/de')] };
  expect(newPath(site, given, from, called)).toBe(path);
});

test('a page stays in the folder of docs that it lies in', () => {
  expect(newPath(own, 'c', 'web/api/b.mdx')).toBe('web/api/c.mdx');
  expect(newPath(own, '/api/c', 'web/api/b.mdx')).toBe('web/api/c.mdx');
  expect(newPath(own, 'notes/c.md', 'README.md')).toBe('notes/c.md');
});

test.each(['../new', '', '/', 'a*b'])('%j is refused', (given) => {
  expect(() => newPath(plain, given)).toThrow('is not a path of the repository');
});
