import { describe, expect, test } from 'vitest';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { memoryTree, plainSite, quietDocs } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const files = {
  'docs/a.md': 'Hello\nworld\r\nhello?\n',
  'docs/long.md': `${'x'.repeat(400)} needle ${'y'.repeat(400)}\n`,
  'docs/zh/a.md': 'hello\none\ntwo\nthree\nhello\nfour\nhello\n',
  'mkdocs.yml': 'site_name: Hello\n',
};
const tree = memoryTree(files);
const docs = quietDocs({ site: () => Promise.resolve({ ...plainSite([]), docsFolder: 'docs' }) });

async function search(input: object) {
  return await callTool('search', input, tree, { docs });
}

test('shown lines count as read, and a shortened line only as partly read', async () => {
  const marks = new ReadMarks();
  await callTool('search', { pattern: 'world|needle', context: 1 }, tree, { docs, marks });
  await callTool('search', { pattern: 'hello', path: 'docs/zh', files_only: true }, tree, { docs, marks });
  const isSeen = (path: string, from: number, to: number, enough?: 'part') =>
    marks.hasLines(path, tree.entry(path)?.blob ?? '', { from, to }, enough);
  expect([isSeen('docs/a.md', 1, 3), isSeen('docs/long.md', 1, 1), isSeen('docs/zh/a.md', 1, 1, 'part')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isSeen('docs/long.md', 1, 1, 'part')).toBe(true);
  const contextRepository = { name: 'app', tree };
  const elsewhere = new ReadMarks();
  await callTool('search', { pattern: 'world' }, tree, { docs, marks: elsewhere, contextRepository });
  expect(elsewhere.takeNote()).toBeUndefined();
});

async function textOf(input: object): Promise<string> {
  const { ok, text } = await search(input);
  expect(ok).toBe(true);
  return text;
}

describe('search', () => {
  test('returns path, line and text, and the number of hits', async () => {
    expect(await textOf({ pattern: 'hello?', text: true })).toBe('docs/a.md:3:hello?\n1 hit in 1 file');
    expect(await textOf({ pattern: 'w\\w+d$' })).toBe('docs/a.md:2:world\n1 hit in 1 file');
  });

  test('searches the docs folder by default', async () => {
    expect(await textOf({ pattern: 'site_name' })).toBe(
      'no hits in 3 files of docs; path "/" searches the whole repository',
    );
    expect(await textOf({ pattern: 'site_name', path: '/' })).toBe('mkdocs.yml:1:site_name: Hello\n1 hit in 1 file');
    expect(await textOf({ pattern: 'hello', path: './docs/zh/', limit: 1 })).toBe(
      'docs/zh/a.md:1:hello\n1 of 3 hits in 1 file; next: offset 1',
    );
    expect(await textOf({ pattern: 'nothing', path: 'docs/zh' })).toBe('no hits in 1 file');
  });

  test('skips excluded paths', async () => {
    const pattern = '(?i)^hello';
    expect(await textOf({ pattern, exclude: 'docs/{zh,ja}', files_only: true })).toBe('docs/a.md: 2\n2 hits in 1 file');
    expect(await search({ pattern, exclude: '/docs' })).toEqual({
      ok: false,
      text: 'Nothing was searched: "exclude" leaves out every file of docs.',
    });
  });

  test('pages through hits and through files', async () => {
    const pattern = 'hello';
    expect(await textOf({ pattern, limit: 2, offset: 1 })).toBe(
      'docs/zh/a.md:1:hello\ndocs/zh/a.md:5:hello\n2 of 4 hits in 2 files; next: offset 3',
    );
    expect(await textOf({ pattern, files_only: true, limit: 1 })).toBe(
      'docs/a.md: 1\n1 of these files: 4 hits in 2 files; next: offset 1',
    );
    expect(await textOf({ pattern, offset: 9 })).toBe('0 of 4 hits in 2 files');
  });

  test('shows each line around hits once', async () => {
    expect((await textOf({ pattern: 'hello', path: 'docs/zh', context: 1 })).split('\n')).toEqual([
      'docs/zh/a.md:1:hello',
      'docs/zh/a.md-2-one',
      '--',
      'docs/zh/a.md-4-three',
      'docs/zh/a.md:5:hello',
      'docs/zh/a.md-6-four',
      'docs/zh/a.md:7:hello',
      '3 hits in 1 file',
    ]);
  });

  test('cuts a long line around its match', async () => {
    const [line = ''] = (await textOf({ pattern: 'needle' })).split('\n');
    expect(line).toMatch(/^docs\/long\.md:1:…x{100,} needle y{100,}…$/);
    expect(line).toHaveLength('docs/long.md:1:'.length + 302);
  });

  test.each([
    ['doc', ' Near it: docs/.'],
    ['docs/en/a.md', ' Near it: docs/a.md, docs/zh/a.md.'],
    ['*.md', ' In all folders: **/*.md (such as docs/a.md).'],
    ['../etc', ''],
  ])('reports that no file is at %j, and what is near', async (path, near) => {
    expect(await search({ pattern: 'x', path })).toEqual({
      ok: false,
      text: `Nothing was searched: no file is at ${path}; paths are from the repository's root.${near}`,
    });
  });

  test('reports which files are too large', async () => {
    const tooLarge = ['a.json', 'b.json', 'c.json', 'd.json'];
    const large = {
      ...tree,
      search: async (query: Parameters<typeof tree.search>[0]) => ({ ...(await tree.search(query)), tooLarge }),
    };
    expect((await callTool('search', { pattern: 'world' }, large, { docs })).text).toBe(
      'docs/a.md:2:world\n1 hit in 1 file\nnot searched, over 5 MB: a.json, b.json, c.json and 1 more',
    );
  });

  test.each(['', 'a\nb'])('refuses the pattern %j', async (pattern) => {
    expect(await search({ pattern })).toMatchObject({ ok: false });
  });
});
