import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GitTree, SearchQuery } from '../../../src/workspace/tree/tree.ts';
import { testRepository, type TestRepository } from '../../support/git-repository.ts';
import { headOf, sourceOf, testWorkspace, type TestWorkspace } from '../../support/workspace.ts';

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
    'long.txt': `${'x'.repeat(5000)} two ${'x'.repeat(5000)}\n`,
    'many.txt': 'y\n'.repeat(20_000),
    'huge.txt': 'two\n'.repeat(1_500_000),
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
  const result = await tree.search({ pattern, syntax: 'regex', ignoreCase: false, limit: 100, ...query });
  return { ...result, lines: result.hits.map(({ path, line, text }) => `${path}:${line}:${text}`) };
}

/** Whether a path is below a folder. */
const below = (folder: string) => (path: string) => path.startsWith(folder);

describe('a search', () => {
  test('finds a regular expression', async () => {
    expect((await search('t(?:wo|hree) ?[(w]', { includes: below('docs/a.md') })).lines).toEqual([
      'docs/a.md:2:two words',
      'docs/a.md:3:three (3)',
    ]);
  });

  test('finds plain text', async () => {
    expect((await search('(3)', { syntax: 'text' })).lines).toEqual(['docs/a.md:3:three (3)']);
    expect((await search('-e', { syntax: 'text' })).lines).toEqual([]);
  });

  test('can ignore case, beyond ASCII too', async () => {
    expect((await search('two', { ignoreCase: true, includes: below('docs/deep/') })).lines).toHaveLength(2);
    expect((await search('über', { ignoreCase: true })).lines).toEqual(['docs/a.md:4:Über']);
  });

  test('counts a character of several bytes as one', async () => {
    expect((await search('^.ber$')).lines).toEqual(['docs/a.md:4:Über']);
    expect((await search('\\bÜ\\w+\\b')).lines).toEqual(['docs/a.md:4:Über']);
  });

  test('leaves out binary files and symlinks, and reports those that are too large', async () => {
    const { lines, tooLarge } = await search('two');
    expect(lines.filter((line) => line.startsWith('logo') || line.startsWith('link'))).toEqual([]);
    expect(tooLarge).toEqual(['huge.txt']);
  });

  test('cuts long lines around the match', async () => {
    const { hits } = await search('t.o', { includes: below('long.txt') });
    const [hit] = hits;
    expect(hit?.text).toHaveLength(1000);
    expect(hit?.text.slice(hit.match.start, hit.match.end)).toBe('two');
  });

  test('skips files that are not listed, such as a name with a line break', async () => {
    expect((await search('odd name')).lines).toEqual([]);
  });

  test('leaves the carriage return out of a line', async () => {
    expect((await search('^two$', { includes: below('docs/deep/') })).lines).toEqual(['docs/deep/b.md:1:two']);
  });

  test('returns its hits page by page, with the number of all', async () => {
    const total = { hits: 4, files: 4, atLeast: false };
    const all = await search('two');
    const first = await search('two', { limit: 2 });
    const second = await search('two', { limit: 2, offset: 2 });
    expect(all.total).toEqual(total);
    expect(first.total).toEqual(total);
    expect([...first.lines, ...second.lines]).toEqual(all.lines);
    expect((await search('two', { limit: 2, offset: 4 })).lines).toEqual([]);
  });

  test('stops counting hits at a limit', async () => {
    const { total, hits } = await search('y', { includes: below('many.txt'), offset: 9_999, limit: 10 });
    expect(total).toEqual({ hits: 10_000, files: 1, atLeast: true });
    expect(hits.map(({ line }) => line)).toEqual([10_000]);
  });

  test('returns the lines around a hit', async () => {
    const { hits } = await search('two', { includes: below('docs/a.md'), context: 2 });
    expect(hits).toEqual([expect.objectContaining({ line: 2, before: ['one'], after: ['three (3)', 'Über'] })]);
  });

  test('returns files with their numbers of hits', async () => {
    expect(await search('t', { filesOnly: true, includes: below('docs/'), limit: 2, offset: 1 })).toMatchObject({
      hits: [],
      files: [
        { path: 'docs/a.md', hits: 2 },
        { path: 'docs/deep/b.md', hits: 1 },
      ],
      total: { hits: 4, files: 3, atLeast: false },
      searched: 3,
    });
  });

  test('sees uncommitted edits', async () => {
    const mark = tree.mark();
    tree.write('docs/a.md', Buffer.from('fresh\n'));
    tree.write('new/page.md', Buffer.from('fresh too\n'));
    tree.remove('docs/deep/b.md');
    expect((await search('fresh')).lines).toEqual(['docs/a.md:1:fresh', 'new/page.md:1:fresh too']);
    expect((await search('two', { includes: below('docs/deep/') })).lines).toEqual([]);
    tree.rollBack(mark);
    expect((await search('fresh')).lines).toEqual([]);
  });

  test('takes linear time for any pattern', async () => {
    expect((await search('(x+x+)+z', { includes: below('long.txt') })).lines).toEqual([]);
  });

  test.each([
    ['look-ahead and look-behind are not supported', 'two(?= words)'],
    ['look-ahead and look-behind are not supported', '(?<!a)b'],
    ['backreferences are not supported', '(a)\\1'],
    ['possessive quantifiers are not supported', 'a++'],
    ['atomic groups are not supported', '(?>a)'],
    ['leave out the flag m', '(?i-m:^two)'],
    ['write ^ and $', '\\Atwo'],
    ['search for one of its lines', 'two\\nthree'],
    ['use smaller counts', '(\\w{1,100}){1,100}'],
    ['unclosed group', '('],
    ['unclosed character class', '[a'],
    ['give text: true', '{{ title }}'],
    ['empty', ''],
    ['line break', 'a\nb'],
    ['NUL', 'a\0b'],
    ['10,000 characters', 'x'.repeat(10_001)],
  ])('is refused with %j for the pattern %j', async (reason, pattern) => {
    await expect(search(pattern)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(reason),
    });
  });

  test('accepts text that resembles unsupported syntax', async () => {
    expect((await search('[(?=+]3[)*+]+')).lines).toEqual(['docs/a.md:3:three (3)']);
    expect((await search('\\(3\\)+')).lines).toEqual(['docs/a.md:3:three (3)']);
  });

  test('ends with the signal of the caller that opened the repository', async () => {
    const controller = new AbortController();
    const repository = await rig.workspace.repository(sourceOf(source.path), { signal: controller.signal });
    const opened = await repository.openTree(await headOf(repository));
    controller.abort(new Error('the server shuts down'));
    const query = { pattern: 'two', syntax: 'text', ignoreCase: false, limit: 1 } as const;
    await expect(opened.search(query)).rejects.toThrow('the server shuts down');
  });
});

test('a tree that was read ahead can be searched without its repository', async () => {
  await using many = await testRepository();
  await many.commit(Object.fromEntries(Array.from({ length: 50 }, (_, page) => [`docs/${page}.md`, `page ${page}\n`])));
  await using other = await testWorkspace();
  const repository = await other.open(many.path);
  const pages = await repository.openTree(await headOf(repository));
  pages.write('docs/51.md', Buffer.from('page 51\n'));
  await pages.readAhead(new AbortController().signal);
  await rm(other.directory, { recursive: true });
  const { total } = await pages.search({ pattern: 'page', syntax: 'text', ignoreCase: false, limit: 100 });
  expect(total).toEqual({ hits: 51, files: 51, atLeast: false });
});
