import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GitTree, SearchQuery } from '../../src/workspace/tree.ts';
import { testRepository, type TestRepository } from '../support/git-repository.ts';
import { headOf, testWorkspace, type TestWorkspace } from '../support/workspace.ts';

let source: TestRepository;
let rig: TestWorkspace;
let tree: GitTree;

beforeAll(async () => {
  source = await testRepository();
  rig = await testWorkspace();
  await source.commit({
    'README.md': 'Copydesk\n',
    'docs/a.md': 'one\ntwo words\nthree (3)\nÜber\n',
    'docs/deep/b.md': 'two\r\nTWO\r\n',
    'docs/[x]/c.md': 'two in brackets\n',
    'docs/new\nline.md': 'two in an odd name\n',
    'logo.png': Buffer.from([0x89, 0x50, 0, 1, 2, 0x74, 0x77, 0x6f, 0x0a]),
    'long.txt': `${'x'.repeat(5000)} two\n`,
    link: { mode: '120000', content: 'two' },
  });
  const repository = await rig.open(source.path);
  tree = await repository.openTree(await headOf(repository));
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await source[Symbol.asyncDispose]();
});

async function search(pattern: string, query: Partial<SearchQuery> = {}) {
  const { hits, more } = await tree.search({ pattern, syntax: 'regex', ignoreCase: false, limit: 100, ...query });
  return { lines: hits.map(({ path, line, text }) => `${path}:${line}:${text}`), more };
}

describe('a search', () => {
  test('is for an extended regular expression', async () => {
    expect((await search('t(wo|hree) ?[(w]', { within: 'docs/a.md' })).lines).toEqual([
      'docs/a.md:2:two words',
      'docs/a.md:3:three (3)',
    ]);
  });

  test('or for plain text', async () => {
    expect((await search('(3)', { syntax: 'text' })).lines).toEqual(['docs/a.md:3:three (3)']);
    expect((await search('-e', { syntax: 'text' })).lines).toEqual([]);
  });

  test('can ignore case, beyond ASCII too', async () => {
    expect((await search('two', { ignoreCase: true, within: 'docs/deep' })).lines).toHaveLength(2);
    expect((await search('über', { ignoreCase: true })).lines).toEqual(['docs/a.md:4:Über']);
  });

  test('takes a character for one, however many bytes it has', async () => {
    expect((await search('^.ber$')).lines).toEqual(['docs/a.md:4:Über']);
  });

  test('leaves out binary files and symlinks, and cuts long lines', async () => {
    const { lines } = await search('two|x{20}');
    expect(lines.filter((line) => line.startsWith('logo') || line.startsWith('link'))).toEqual([]);
    expect(lines.find((line) => line.startsWith('long.txt'))).toBe(`long.txt:1:${'x'.repeat(1000)}`);
  });

  test('reads names whole, whatever is in them', async () => {
    expect((await search('odd name')).lines).toEqual(['docs/new\nline.md:1:two in an odd name']);
  });

  test('leaves the carriage return out of a line', async () => {
    expect((await search('two', { within: 'docs/deep/b.md' })).lines).toEqual(['docs/deep/b.md:1:two']);
  });

  test('stops at its limit, and says that there is more', async () => {
    expect(await search('two', { limit: 2 })).toMatchObject({ lines: { length: 2 }, more: true });
    expect(await search('Copydesk', { limit: 1 })).toMatchObject({ lines: { length: 1 }, more: false });
  });

  const all = ['docs/[x]/c.md', 'docs/a.md', 'docs/deep/b.md', 'docs/new\nline.md'];
  test.each([
    ['docs', all],
    ['docs/', all],
    ['./docs/deep', ['docs/deep/b.md']],
    ['docs/*.md', ['docs/a.md', 'docs/new\nline.md']],
    ['docs/**/*.md', all],
    ['**/b.md', ['docs/deep/b.md']],
    ['docs/?.md', ['docs/a.md']],
    ['docs/[x]', ['docs/[x]/c.md']],
    ['docs/[x]/*', ['docs/[x]/c.md']],
    [':(top)docs', []],
    ['doc', []],
  ])('within %j looks at the right files', async (within, files) => {
    const { hits } = await tree.search({ pattern: 'two', syntax: 'text', ignoreCase: false, limit: 100, within });
    expect(hits.map(({ path }) => path)).toEqual(files);
  });

  test('sees edits that nobody has committed', async () => {
    const mark = tree.mark();
    tree.write('docs/a.md', Buffer.from('fresh\n'));
    tree.write('new/page.md', Buffer.from('fresh too\n'));
    tree.remove('docs/deep/b.md');
    expect((await search('fresh')).lines).toEqual(['docs/a.md:1:fresh', 'new/page.md:1:fresh too']);
    expect((await search('two', { within: 'docs/deep' })).lines).toEqual([]);
    tree.rollBack(mark);
    expect((await search('fresh')).lines).toEqual([]);
  });

  test.each([
    ['not a POSIX extended regular expression', '('],
    ['not a POSIX extended regular expression', '[a'],
    ['empty', ''],
    ['line break', 'a\nb'],
    ['NUL', 'a\0b'],
    ['10,000 characters', 'x'.repeat(10_001)],
  ])('is refused when the pattern is %s', async (reason, pattern) => {
    await expect(search(pattern)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(reason),
    });
  });

  test('outside the tree is refused', async () => {
    await expect(search('two', { within: '../etc' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
