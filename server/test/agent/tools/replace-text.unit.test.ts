import { CopydeskError } from '@copydesk/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openDocs } from '../../../src/docs/engine.ts';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { memoryTree } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const engine = openDocs({ workers: 1, timeoutMilliseconds: 20_000 });
afterAll(() => engine.close());

async function replaced(files: Record<string, string | Uint8Array>, input: object, folder = '') {
  const tree = memoryTree(files);
  const docs = engine.of(tree, { folder });
  return { tree, answer: await callTool('replace_text', input, tree, { docs }) };
}

const page = [
  '---',
  'title: About Acme',
  'slug: acme',
  '---',
  '',
  '# Acme here',
  '',
  'Acme and `Acme`, [Acme](acme.md), <Card title="Acme" name="Acme" />.',
  '',
  '```js',
  'Acme()',
  '```',
  '',
].join('\n');

describe('the scope', () => {
  test.each([
    [
      undefined,
      [
        'title: About Nimbus',
        '# Nimbus here',
        'Nimbus and `Acme`, [Nimbus](acme.md), <Card title="Nimbus" name="Acme" />.',
      ],
    ],
    [
      ['code'],
      [
        'title: About Acme',
        '# Acme here',
        'Acme and `Nimbus`, [Acme](acme.md), <Card title="Acme" name="Acme" />.',
        'Nimbus()',
      ],
    ],
    [['markup'], ['Acme and `Acme`, [Acme](acme.md), <Card title="Acme" name="Nimbus" />.', 'Acme()']],
    [
      ['prose', 'front_matter'],
      ['title: About Nimbus', 'slug: acme', '# Nimbus here'],
    ],
  ])('%j changes no other places', async (scope, lines) => {
    const { tree } = await replaced({ 'a.mdx': page }, { find: 'Acme', replace: 'Nimbus', scope });
    for (const line of lines) expect(tree.text('a.mdx')?.split('\n')).toContain(line);
  });

  test('of links changes only their targets, and of front matter everything', async () => {
    const { tree } = await replaced(
      { 'a.mdx': page },
      { find: 'acme', replace: 'x', scope: ['links', 'front_matter'] },
    );
    expect(tree.text('a.mdx')).toBe(page.replace('slug: acme', 'slug: x').replace('(acme.md)', '(x.md)'));
  });

  test('reports everything that was not replaced, with data files as code', async () => {
    const { answer } = await replaced({ 'a.mdx': page, 'nav.json': '["Acme"]' }, { find: 'Acme', replace: 'Nimbus' });
    expect(answer.text.split('\n')).toEqual([
      'replaced 5 places in 1 of 2 files',
      'a.mdx: 5',
      'samples:',
      'a.mdx:2 title: About Acme → title: About Nimbus',
      'a.mdx:6 # Acme here → # Nimbus here',
      expect.stringContaining('a.mdx:8 Acme and `Acme`'),
      expect.stringContaining('a.mdx:8 Acme and `Acme`'),
      expect.stringContaining('a.mdx:8 Acme and `Acme`'),
      'left: 3 in code: a.mdx 2, nav.json 1',
      'left: 1 in markup: a.mdx 1',
    ]);
  });
});

describe('what is found', () => {
  const text = 'Use foo_bar, foo, Foo, foos and --foo=1 at v1.2 or v1.3.\n';

  test.each([
    [{ find: 'foo', replace: 'x' }, 'Use x_bar, x, Foo, xs and --x=1 at v1.2 or v1.3.\n'],
    [{ find: 'foo', replace: 'x', whole_words: true }, 'Use foo_bar, x, Foo, foos and --x=1 at v1.2 or v1.3.\n'],
    [
      { find: 'FOO', replace: 'x', ignore_case: true, whole_words: true },
      'Use foo_bar, x, x, foos and --x=1 at v1.2 or v1.3.\n',
    ],
    [
      { find: String.raw`v(\d)\.(?<minor>\d)`, replace: '$2.${1}a$$', regex: true },
      'Use foo_bar, foo, Foo, foos and --foo=1 at 2.1a$ or 3.1a$.\n',
    ],
    [
      { find: String.raw`v(\d)`, replace: String.raw`w\1`, regex: true },
      'Use foo_bar, foo, Foo, foos and --foo=1 at w1.2 or w1.3.\n',
    ],
    [
      { find: '(foos)|(Foo)', replace: '[$1|$2]', regex: true },
      'Use foo_bar, foo, [|Foo], [foos|] and --foo=1 at v1.2 or v1.3.\n',
    ],
    [{ find: String.raw`\s+at\s.*$`, replace: '.', regex: true }, 'Use foo_bar, foo, Foo, foos and --foo=1.\n'],
    [{ find: 'v1.2 or', replace: 'v1.2$1 or' }, 'Use foo_bar, foo, Foo, foos and --foo=1 at v1.2$1 or v1.3.\n'],
  ])('%j', async (input, after) => {
    expect((await replaced({ 'a.md': text }, input)).tree.text('a.md')).toBe(after);
  });

  test('is counted in characters, not in bytes, and a pattern cannot match across a line break', async () => {
    const { tree } = await replaced(
      { 'a.md': 'é 😀 abc\r\n\r\n日本 abc\r\n' },
      { find: String.raw`(\w+)\s*$`, replace: '<$1>', regex: true },
    );
    expect(tree.text('a.md')).toBe('é 😀 <abc>\r\n\r\n日本 <abc>\r\n');
  });
});

describe('the files', () => {
  const files = {
    'README.md': 'old',
    'docs/a.md': 'old',
    'docs/v1/b.md': 'old',
    'docs/fr/c.md': 'old',
    'docs/i.png': new Uint8Array([0x89, 0, 0x6f]),
    'docs/odd.txt': new Uint8Array([0x6f, 0xff, 0xfe]),
  };
  const all = { find: 'old', replace: 'new', scope: ['prose', 'code'] };

  test.each([
    [{}, ['docs/a.md', 'docs/fr/c.md', 'docs/v1/b.md']],
    [{ exclude: ['docs/v1'] }, ['docs/a.md', 'docs/fr/c.md']],
    [{ path: 'docs/*/*.md', exclude: ['docs/fr/**'] }, ['docs/v1/b.md']],
  ])('are those of the docs folder, or of the given path: %j', async (more, changed) => {
    const { tree, answer } = await replaced(files, { ...all, ...more }, 'docs');
    expect(answer.ok).toBe(true);
    expect(
      Object.keys(files)
        .toSorted()
        .filter((path) => tree.text(path) === 'new'),
    ).toEqual(changed.toSorted());
  });

  test.each([
    { find: 'old', replace: 'new' },
    { find: 'OLD', replace: 'new', ignore_case: true, whole_words: true },
    { find: 'o(l)d', replace: 'new', regex: true },
    { find: 'x\nold', replace: 'x\nnew' },
  ])('that may match are selected by a search if there are very many: %j', async (input) => {
    const many = Array.from({ length: 1_200 }, (_, index) => [`p${index}.md`, index % 400 === 7 ? 'x\nold' : 'x']);
    const { tree, answer } = await replaced(Object.fromEntries(many), input);
    expect(answer.text).toContain('replaced 3 places in 3 of 1200 files');
    expect(tree.text('p807.md')).toBe('x\nnew');
  });

  test('that are not text are reported', async () => {
    const { answer } = await replaced(files, all, 'docs');
    expect(answer.text).toContain('not looked at, no text or too large: docs/odd.txt');
  });

  test('stay as they are in a dry run', async () => {
    const { tree, answer } = await replaced(files, { ...all, dry_run: true }, 'docs');
    expect(answer.text).toContain('would replace 3 places in 3 of 5 files; nothing was written');
    expect(tree.text('docs/a.md')).toBe('old');
  });

  test('that were read can be edited afterwards', async () => {
    const tree = memoryTree({ 'a.md': 'old and one' });
    const context = { marks: new ReadMarks(), docs: engine.of(tree, { folder: '' }) };
    await callTool('read_file', { path: 'a.md' }, tree, context);
    await callTool('replace_text', { find: 'old', replace: 'new' }, tree, context);
    const edits = [{ old: 'new and', new: 'new, and' }];
    expect(await callTool('edit_file', { path: 'a.md', edits }, tree, context)).toMatchObject({ ok: true });
  });

  test('stay unchanged if one is refused', async () => {
    const tree = memoryTree({ 'a.md': 'old', 'b.md': 'old' });
    const write = (path: string, content: Uint8Array) => {
      if (path === 'b.md' && new TextDecoder().decode(content) === 'new')
        throw new CopydeskError('path_refused', 'b.md is outside.');
      tree.write(path, content);
    };
    const answer = await callTool(
      'replace_text',
      { find: 'old', replace: 'new' },
      { ...tree, write },
      { docs: engine.of(tree, { folder: '' }) },
    );
    expect(answer).toEqual({ ok: false, text: 'b.md is outside.' });
    expect(tree.text('a.md')).toBe('old');
  });
});

test('links to a changed heading are updated', async () => {
  const files = { 'a.md': '# A\n\n## Use Acme\n\n[x](#use-acme)\n', 'b.md': '# B\n\n[y](a.md#use-acme)\n' };
  const { tree, answer } = await replaced(files, { find: 'Acme', replace: 'Nimbus' });
  expect(tree.files()).toEqual({
    'a.md': '# A\n\n## Use Nimbus\n\n[x](#use-nimbus)\n',
    'b.md': '# B\n\n[y](a.md#use-nimbus)\n',
  });
  expect(answer.text).toContain('heading changed, so link: b.md:3 a.md#use-acme → a.md#use-nimbus');
});

test('a file whose link was updated still counts as seen', async () => {
  const tree = memoryTree({ 'a.md': '# A\n\n## Use Acme\n', 'b.md': '# B\n\n[y](a.md#use-acme)\n' });
  const context = { docs: engine.of(tree, { folder: '' }), marks: new ReadMarks() };
  await callTool('read_file', { path: 'b.md' }, tree, context);
  await callTool('replace_text', { find: 'Acme', replace: 'Nimbus' }, tree, context);
  const edits = [{ old: '# B', new: '# C' }];
  expect(await callTool('edit_file', { path: 'b.md', edits }, tree, context)).toMatchObject({ ok: true });
});

describe('what cannot be replaced', () => {
  test.each([
    [{ find: '', replace: 'x' }, 'is empty'],
    [{ find: 'x', replace: 'x' }, 'are the same'],
    [{ find: '(', replace: 'x', regex: true }, 'The pattern cannot be used: unclosed group'],
    [{ find: 'a(?=b)', replace: 'x', regex: true }, 'look-around'],
    [{ find: String.raw`(a)\1`, replace: 'x', regex: true }, 'backreferences'],
    [{ find: 'a++', replace: 'x', regex: true }, 'Possessive'],
    [{ find: String.raw`a\nb`, replace: 'x', regex: true }, 'line by line'],
    [{ find: 'old', replace: 'x', path: 'none' }, 'There is no file in none'],
    [{ find: 'old', replace: '\0' }, 'holds a NUL'],
    [{ find: 'old', replace: 'x', scope: ['all'] }, 'not valid'],
  ])('%j', async (input, text) => {
    const { tree, answer } = await replaced({ 'a.md': 'old' }, input);
    expect(answer).toEqual({ ok: false, text: expect.stringContaining(text) });
    expect(tree.text('a.md')).toBe('old');
  });

  test('a million places', async () => {
    const { answer } = await replaced({ 'a.md': 'a '.repeat(400_000) }, { find: 'a', replace: 'b' });
    expect(answer).toEqual({ ok: false, text: expect.stringContaining('There are over 20000 places') });
  });

  test('more places than a search can count', async () => {
    const tree = memoryTree(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`p${index}.md`, 'a'])));
    const search = async (query: Parameters<typeof tree.search>[0]) => {
      const result = await tree.search(query);
      return { ...result, total: { ...result.total, atLeast: true } };
    };
    const docs = engine.of(tree, { folder: '' });
    const answer = await callTool('replace_text', { find: 'a', replace: 'b' }, { ...tree, search }, { docs });
    expect(answer).toEqual({ ok: false, text: expect.stringContaining('too many places in these 1001 files') });
  });

  test('a pattern on which backtracking engines never finish', async () => {
    const { answer } = await replaced(
      { 'a.md': `${'a'.repeat(100_000)}!` },
      { find: '(a+)+$', replace: 'b', regex: true },
    );
    expect(answer).toMatchObject({ ok: true, text: 'replaced 0 places in 0 of 1 files' });
  });
});
