import { afterAll, describe, expect, it } from 'vitest';
import { openDocs } from '../../src/docs/engine.ts';
import { openFacts } from '../../src/docs/facts.ts';
import { openParsePool } from '../../src/docs/parse-pool.ts';
import { treeOf } from './memory-tree.ts';

const engine = openDocs({ workers: 1, timeoutMilliseconds: 2_000, memoryMegabytes: 128 });
afterAll(() => engine.close());

const hostile = {
  'quotes.md': '>'.repeat(10_000),
  'emphasis.md': '*a_'.repeat(20_000),
  'brackets.md': `${'['.repeat(50_000)}x`,
  'lists.md': Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  'links.md': '[a]('.repeat(40_000),
  'tags.mdx': '<A>'.repeat(30_000),
  'braces.mdx': '{'.repeat(60_000),
  'tables.md': `${'|'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n`,
  'aliases.md': `---\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 20 }, (_, i) => `b${i}: &b${i} [${'*a,'.repeat(9)}*a]`).join('\n')}\n---\n# A\n`,
};

describe('a hostile page', () => {
  it('is reported as a problem, and does not affect other pages', async () => {
    const docs = engine.of(treeOf({ ...hostile, 'good.md': '# Good\n[x](gone.md)\n' }), { folder: '' });
    const { problems } = await docs.check([...Object.keys(hostile), 'good.md']);
    expect(problems).toContainEqual(expect.objectContaining({ path: 'good.md', rule: 'link-broken' }));
    expect(problems.filter(({ rule }) => rule === 'markdown-parse').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['emphasis.md', 'quotes.md']),
    );
  });

  it('is refused with the reason when a caller parses it', async () => {
    const docs = engine.of(treeOf({}), { folder: '' });
    await expect(docs.parse('x.md', hostile['quotes.md'])).rejects.toMatchObject({
      code: 'file_refused',
      message: expect.stringContaining('nested too deeply'),
    });
    await expect(docs.parse('x.md', 'x'.repeat(2_000_000))).rejects.toMatchObject({ code: 'file_refused' });
    await expect(docs.parse('x.md', '# Fine\n')).resolves.toMatchObject({ headings: [{ text: 'Fine' }] });
  });
});

describe('a hostile file of data', () => {
  it('is not judged, and does not affect other files', async () => {
    const files = {
      'nested.yaml': '['.repeat(100_000),
      'large.yaml': 'a: [1,\n]\n'.repeat(100_000),
      'nested.json': `${'['.repeat(200_000)}x`,
      'aliases.yaml': `openapi: 3.1.0\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [${'*a,'.repeat(9)}*a]`).join('\n')}\n`,
    };
    const { problems } = await engine.compare({
      before: treeOf({}),
      after: treeOf({ ...files, 'bad.json': '[' }),
      folder: '',
    });
    expect(problems).toContainEqual(expect.objectContaining({ path: 'bad.json', rule: 'data-parse' }));
    expect(problems.filter(({ path }) => path === 'nested.yaml' || path === 'large.yaml')).toEqual([]);
  });
});

describe('a hostile file of the site itself', () => {
  const large = 290_000;
  it.each([
    ['settings', 'mkdocs.yml', `nav: []\n${'? [a]\n'.repeat(large / 6)}`],
    ['settings', 'mkdocs.yml', `a: ${'&a '.repeat(large / 3)}b\n`],
    ['settings', 'book.toml', `${'a.'.repeat(large / 2)}b = 1\n`],
    ['program', 'docusaurus.config.js', `x = a${'.a'.repeat(large / 2)};\n`],
  ] as const)('is not compared: %s of %s', async (own, path, before) => {
    const change = { own, path, before, after: `${before}\n` };
    expect(await engine.ownFileFault(change)).toMatch(/^it (?:cannot be (?:compared|read)|is nested too deeply)/);
    const after = 'nav: [b.md]\n';
    expect(await engine.ownFileFault({ own: 'settings', path: 'mkdocs.yml', before: 'nav: []\n', after })).toBe(
      undefined,
    );
  });

  it('does not prevent the move of a page that it mentions', async () => {
    const settings = `nav: []\nextra:\n  start: guide/a.md\n${'? [a]\n'.repeat(large / 3)}`;
    const files = { 'mkdocs.yml': settings, 'docs/guide/a.md': '# A\n', 'docs/index.md': '# X\n\n[a](guide/a.md)\n' };
    const { edits, mentions } = await engine.of(treeOf(files), { folder: '' }).planMove('docs/guide/a.md', 'docs/b.md');
    expect(edits.map(({ path }) => path)).toEqual(expect.arrayContaining(['docs/b.md', 'docs/index.md']));
    expect(edits.map(({ path }) => path)).not.toContain('mkdocs.yml');
    expect(mentions).toContainEqual(expect.objectContaining({ path: 'mkdocs.yml', line: 3 }));
  });
});

it('reads a configuration that is larger than any page', async () => {
  const pool = openParsePool({ workers: 1, timeoutMilliseconds: 2_000, memoryMegabytes: 128 });
  const facts = openFacts({ pool, maximumBytes: 10_000_000 });
  const pages = Array.from({ length: 50_000 }, (_, number) => `section/a-page-with-number-${number}`);
  const config = JSON.stringify({ navigation: { pages } });
  const tree = treeOf({ 'docs.json': config, 'huge.json': `["${'x'.repeat(4_000_000)}"]` });
  expect(config.length).toBeGreaterThan(1_000_000);
  expect((await facts.literal(tree, 'docs.json', 'json')).kind).toBe('known');
  expect(await facts.literal(tree, 'huge.json', 'json')).toMatchObject({
    kind: 'refused',
    message: 'it is over 4,000,000 bytes, the most that is parsed',
  });
  await pool.close();
});

describe('the pool of parser threads', () => {
  it('ends a thread that runs out of time or memory and continues with another', async () => {
    const pool = openParsePool({ workers: 1, timeoutMilliseconds: 300, memoryMegabytes: 64 });
    const answers = await Promise.all([
      pool.run({ kind: 'page', text: '*a_'.repeat(20_000), dialect: 'markdown' }),
      pool.run({ kind: 'page', text: '# After\n', dialect: 'markdown' }),
    ]);
    expect(answers).toMatchObject([{ kind: 'refused' }, { kind: 'page' }]);
    await pool.close();
    expect(await pool.run({ kind: 'page', text: '# Late\n', dialect: 'markdown' })).toMatchObject({ kind: 'refused' });
  });
});
