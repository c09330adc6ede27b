import { describe, expect, it } from 'vitest';
import type { ReadViews } from '../../../src/docs/check/lost-addresses.ts';
import { treeOf, type Files } from '../memory-tree.ts';
import { testDocs } from '../support.ts';

const { engine, problems, introduced } = testDocs();

function mintlify(redirects: Record<string, string>): Files {
  const list = Object.entries(redirects).map(([source, destination]) => ({ source, destination }));
  return {
    'docs.json': JSON.stringify({ navigation: [{ pages: ['a', 'guide/b'] }], redirects: list }),
    'a.mdx': '---\ntitle: A\ndescription: x\n---\n',
    'guide/b.mdx': '---\ntitle: B\ndescription: x\n---\n',
  };
}

describe('redirects', () => {
  it('with a broken target, a loop or a chain are reported, unless they were broken before', async () => {
    const before = mintlify({ '/old': '/a', '/gone': '/nowhere' });
    const after = mintlify({
      '/old': '/a#part',
      '/gone': '/nowhere',
      '/new': '/guide/c',
      '/x': '/y',
      '/y': '/x',
      '/far': '/old',
      '/other': 'https://example.com/x',
      '/many/:slug': '/guide/:slug',
      '/slash': '/slash/',
    });
    expect(await introduced(before, after)).toEqual([
      'docs.json:1 redirect-broken /guide/c',
      'docs.json:1 redirect-loop /y',
      'docs.json:1 redirect-loop /x',
      'docs.json:1 redirect-broken /slash/',
      'docs.json:1 redirect-chain /old',
    ]);
    expect(await problems(before)).toEqual(['docs.json:1 redirect-broken /nowhere']);
  });

  it('are checked when a page is removed, wherever they are kept', async () => {
    const files = {
      'mkdocs.yml': 'plugins:\n  - redirects:\n      redirect_maps:\n        old.md: a.md\n        older.md: b.md#x\n',
      'docs/index.md': '# I\n',
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
    };
    const { 'docs/a.md': _, ...after } = files;
    expect(await introduced(files, after)).toEqual(['mkdocs.yml:4 redirect-broken a.md']);
    const book = {
      'book.toml': '[output.html.redirect]\n"/x/old.html" = "../a.html"\n"/y.html" = "../elsewhere.html"\n',
      'src/SUMMARY.md': '- [A](a.md)\n- [B](b.md)\n',
      'src/a.md': '# A\n',
      'src/b.md': '# B\n',
    };
    const { 'src/a.md': __, ...shorter } = book;
    expect(await introduced(book, { ...shorter, 'src/SUMMARY.md': '- [B](b.md)\n' })).toEqual([
      'book.toml:2 redirect-broken ../a.html',
    ]);
  });

  it('of a host count as existing addresses', async () => {
    const files = {
      '.vitepress/config.ts': 'export default { themeConfig: {} };\n',
      'index.md': '# I\n[old](/old) [none](/none)\n',
      'a.md': '# A\n',
    };
    expect(await problems(files)).toEqual(['index.md:2 link-broken /old', 'index.md:2 link-broken /none']);
    expect(await problems({ ...files, 'public/_redirects': '/old /a\n' })).toEqual(['index.md:2 link-broken /none']);
    expect(await problems({ ...files, 'public/_redirects': '/old /b\n' })).toEqual([
      'index.md:2 link-broken /none',
      'public/_redirects:1 redirect-broken /b',
    ]);
  });
});

describe('lost addresses', () => {
  it('are those of removed or moved pages without a redirect', async () => {
    const before = mintlify({});
    const { 'guide/b.mdx': page = '', ...rest } = before;
    const moved = { ...rest, 'guide/c.mdx': page };
    expect(await lost(before, moved)).toEqual([
      'guide/b.mdx warning The address /guide/b leads nowhere now and is not redirected. Redirects are kept in docs.json',
    ]);
    expect(
      await lost(before, { ...moved, 'docs.json': mintlify({ '/guide/b': '/guide/c' })['docs.json'] ?? '' }),
    ).toEqual([]);
    expect(
      await lost(before, {
        ...rest,
        'g/b.mdx': page,
        'docs.json': mintlify({ '/guide/:slug*': '/g/:slug*' })['docs.json'] ?? '',
      }),
    ).toEqual([]);
    expect(await lost(before, { ...rest, 'guide/b/index.mdx': page })).toEqual([]);
    expect(await lost(before, { ...before, 'a.mdx': '# Other\n' })).toEqual([]);
  });

  it('are errors above a number of views', async () => {
    const before = mintlify({});
    const { 'guide/b.mdx': _, 'a.mdx': __, ...after } = before;
    expect(await lost(before, after, { views, guardViews: 100 })).toEqual([
      'a.mdx error The address /a leads nowhere now and is not redirected: 70 views by people and 30 by AI in the last 30 days. Redirects are kept in docs.json',
      'guide/b.mdx warning The address /guide/b leads nowhere now and is not redirected: 1 view by people and 30 by AI in the last 30 days. Redirects are kept in docs.json',
    ]);
    expect((await lost(before, after, { views, guardViews: 0 })).filter((line) => line.includes(' error '))).toEqual(
      [],
    );
  });

  it('include those that front matter or configuration set', async () => {
    const files = {
      'docusaurus.config.js': 'module.exports = { baseUrl: "/d/", presets: [["classic", { docs: {} }]] };\n',
      'docs/a.md': '---\nslug: fixed\n---\n# A\n',
      'docs/b.md': '# B\n',
    };
    expect(await lost(files, { ...files, 'docs/a.md': '# A\n' })).toEqual([
      'docs/a.md warning The address /d/docs/fixed leads nowhere now and is not redirected. This site has no known place for redirects',
    ]);
    expect(
      await lost(files, { ...files, 'docs/b.md': '---\nslug: fixed\n---\n# B\n', 'docs/a.md': '# A\n' }),
    ).toHaveLength(1);
    const elsewhere = files['docusaurus.config.js'].replace('docs: {}', 'docs: { routeBasePath: "manual" }');
    expect(await lost(files, { ...files, 'docusaurus.config.js': elsewhere })).toHaveLength(2);
    const draft = { ...files, 'docs/b.md': '---\ndraft: true\n---\n# B\n' };
    expect(await lost(files, draft)).toHaveLength(1);
    const { 'docs/b.md': _, ...without } = draft;
    expect(await lost(draft, without)).toEqual([]);
  });

  it('are summarised if a site moves to another base', async () => {
    const pages = Object.fromEntries(Array.from({ length: 130 }, (_, number) => [`docs/p${number}.md`, '# P\n']));
    const before = { ...pages, 'mkdocs.yml': 'site_url: https://example.com/a/\n' };
    const found = await lost(before, { ...pages, 'mkdocs.yml': 'site_url: https://example.com/b/\n' });
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toMatch(/30 more addresses lead nowhere now$/);
  });
});

async function lost(before: Files, after: Files, guard: { views?: ReadViews; guardViews?: number } = {}) {
  const trees = { before: treeOf(before), after: treeOf(after), folder: '' };
  const { problems: errors, warnings } = await engine.compare({ ...trees, ...guard });
  return [...errors, ...warnings]
    .filter(({ rule }) => rule === 'address-lost')
    .map(({ path, severity, message }) => `${path} ${severity} ${message}`);
}

/** 70 views of `a.mdx` by people, one of every other page. */
function views(paths: string[]): ReturnType<ReadViews> {
  return Promise.resolve(paths.map((path) => ({ path, human: path === 'a.mdx' ? 70 : 1, ai: 30 })));
}
