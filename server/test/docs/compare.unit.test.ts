import { describe, expect, it } from 'vitest';
import { treeOf } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { engine, introduced } = testDocs();

const site = {
  'mkdocs.yml': 'nav:\n  - index.md\n  - a.md\n  - b.md\n',
  'docs/index.md': '# Home\n[a](a.md#setup) [broken before](gone.md) [and](#before)\n',
  'docs/a.md': '# A\n\n## Setup\n\n[b](b.md)\n',
  'docs/b.md': '# B\n[a](a.md) [`x`](a.md#no-such)\n![i](img/i.png)\n',
  'docs/img/i.png': 'x',
};

describe('compare', () => {
  it('finds nothing in an edit that breaks nothing, whatever was broken before', async () => {
    expect(await introduced(site, { ...site, 'docs/index.md': `${site['docs/index.md']}\nMore words.\n` })).toEqual([]);
    expect(await introduced(site, site)).toEqual([]);
  });

  it('finds what an edit broke in the page itself', async () => {
    const after = { ...site, 'docs/a.md': '# A\n\n## Setup\n\n[b](c.md) [again](c.md)\n' };
    expect(await introduced(site, after)).toEqual(['docs/a.md:5 link-broken c.md', 'docs/a.md:5 link-broken c.md']);
  });

  it('finds anchors that other pages lost', async () => {
    expect(await introduced(site, { ...site, 'docs/a.md': site['docs/a.md'].replace('Setup', 'Set up') })).toEqual([
      'docs/index.md:2 anchor-broken a.md#setup → a.md#set-up',
    ]);
  });

  it.each([
    ['Old one\n---\n', 'New one\n---\n'],
    ['> ## Old one\n', '> ## New one\n'],
    ['1. ## Old one\n', '1. ## New one\n'],
    ['<a id="old-one"></a>\n', '<a id="new-one"></a>\n'],
    ["<h2 id='old-one'>Any</h2>\n", "<h2 id='any'>Any</h2>\n"],
    ['## Any {#old-one}\n', '## Any {#new-one}\n'],
    ['## Any {: .x #old-one }\n', '## Any\n'],
    ['## Any { id=old-one }\n', '## Any\n'],
  ])('finds the lost anchor of a page with %j', async (was, is) => {
    const before = { ...site, 'docs/index.md': '# Home\n[x](b.md#old-one)\n', 'docs/b.md': `# B\n\n${was}` };
    expect(await introduced(before, before)).toEqual([]);
    expect(await introduced(before, { ...before, 'docs/b.md': `# B\n\n${is}` })).toEqual([
      'docs/index.md:2 anchor-broken b.md#old-one',
    ]);
  });

  describe('for a page with a component that may make anchors', () => {
    const page = 'import Box from "@x/box";\n\n# A\n\n## Set up\n\n<Box>\n\nText.\n\n</Box>\n';
    const before = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'docs/a.mdx': page,
      'docs/b.md': '# B\n\n[a](a.mdx#set-up) [made](a.mdx#of-box)\n',
      'static/_redirects': '/old /docs/a#set-up\n/other /docs/a#of-box\n',
    };

    it('finds links and redirects to a removed heading, and judges no others', async () => {
      expect(await introduced(before, { ...before, 'docs/a.mdx': page.replace('## Set up', '## Install') })).toEqual([
        'docs/b.md:3 anchor-broken a.mdx#set-up',
        'static/_redirects:1 redirect-broken /docs/a#set-up',
      ]);
      const slip = { ...before, 'docs/a.mdx': page.replace('## Set up', '## Setup') };
      expect(await introduced(before, slip)).toEqual([
        'docs/b.md:3 anchor-broken a.mdx#set-up → a.mdx#setup',
        'static/_redirects:1 redirect-broken /docs/a#set-up → /docs/a#setup',
      ]);
      expect(await introduced(before, { ...before, 'docs/a.mdx': `${page}\nMore.\n` })).toEqual([]);
    });

    it('does not judge anchors if a new component replaces the heading', async () => {
      const after = page
        .replace('## Set up', '<Made title="x" />')
        .replace('# A', 'import Made from "@x/made";\n\n# A');
      expect(await introduced(before, { ...before, 'docs/a.mdx': after })).toEqual([]);
    });
  });

  it('finds missing pages and images on other pages, and missing pages in the navigation', async () => {
    const { 'docs/a.md': _, 'docs/img/i.png': __, ...after } = site;
    expect(await introduced(site, after)).toEqual([
      'docs/b.md:2 link-broken a.md',
      'docs/b.md:2 link-broken a.md#no-such',
      'docs/b.md:3 image-missing img/i.png',
      'docs/index.md:2 link-broken a.md#setup',
      'mkdocs.yml:3 navigation-missing-page a.md',
    ]);
  });

  it('distinguishes a moved page from a new one: its earlier problems are not new', async () => {
    const { 'docs/index.md': home, ...rest } = site;
    const before = { ...rest, 'docs/home.md': home, 'mkdocs.yml': 'nav:\n  - home.md\n  - a.md\n  - b.md\n' };
    const after = { ...rest, 'docs/start.md': home, 'mkdocs.yml': 'nav:\n  - start.md\n  - a.md\n  - b.md\n' };
    expect(await introduced(before, after)).toEqual([]);
  });

  it('distinguishes a broken navigation file from one that is computed', async () => {
    const docusaurus = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'sidebars.js': "module.exports = { docs: ['a'] };\n",
      'docs/a.md': '# A\n',
    };
    expect(
      await introduced(docusaurus, { ...docusaurus, 'sidebars.js': "module.exports = { docs: ['a' };\n" }),
    ).toEqual(['sidebars.js:1 navigation-parse']);
    expect(
      await introduced(docusaurus, { ...docusaurus, 'sidebars.js': 'module.exports = require("./other");\n' }),
    ).toEqual([]);
    const vitepress = {
      '.vitepress/config.ts': 'export default { themeConfig: { sidebar: [] } };\n',
      'index.md': '# H\n',
    };
    expect(
      await introduced(vitepress, { ...vitepress, '.vitepress/config.ts': 'export default { themeConfig: {\n' }),
    ).toEqual(['.vitepress/config.ts:1 navigation-parse']);
    expect(
      await introduced(vitepress, {
        ...vitepress,
        '.vitepress/config.ts': 'enum A { B }\nexport default { x: A.B };\n',
      }),
    ).toEqual([]);
  });

  it('warns of a new page that a complete navigation does not name', async () => {
    expect(await introduced(site, { ...site, 'docs/new.md': '# New\n' })).toEqual([
      'docs/new.md:1 navigation-lost-page',
    ]);
  });

  it('finds an entry that an edit of the navigation lost or misspelled', async () => {
    expect(await introduced(site, { ...site, 'mkdocs.yml': 'nav:\n  - index.md\n  - aa.md\n' })).toEqual([
      'mkdocs.yml:3 navigation-missing-page aa.md',
      'docs/a.md:1 navigation-lost-page',
      'docs/b.md:1 navigation-lost-page',
    ]);
    expect(await introduced(site, { ...site, 'mkdocs.yml': 'nav:\n  - index.md\n - a.md: [\n' })).toEqual([
      'mkdocs.yml:1 navigation-parse',
    ]);
  });

  it('finds links to an address that the front matter no longer sets', async () => {
    const docusaurus = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'docs/a.md': '---\nslug: /fixed\n---\n# A\n',
      'docs/b.md': '# B\n[a](/docs/fixed)\n',
    };
    expect(await introduced(docusaurus, { ...docusaurus, 'docs/a.md': '---\nslug: /other\n---\n# A\n' })).toEqual([
      'docs/b.md:2 link-broken /docs/fixed',
    ]);
  });

  it('finds problems elsewhere that a change of the configuration caused', async () => {
    const vitepress = {
      '.vitepress/config.js': 'export default {};\n',
      'index.md': '# H\n[a](/a)\n',
      'a.md': '# A\n',
    };
    expect(
      await introduced(vitepress, {
        ...vitepress,
        '.vitepress/config.js': "export default { srcDir: 'src' };\n",
        'src/x.md': '# X\n[a](/a)\n',
      }),
    ).toEqual(['src/x.md:2 link-broken /a']);
  });

  it('reports MDX and front matter that an edit broke', async () => {
    const mdx = {
      'docs.json': '{"navigation": [{"group": "G", "pages": ["a"]}]}',
      'a.mdx': '---\ntitle: A\ndescription: d\n---\n<Note>x</Note>\n',
    };
    expect(await introduced(mdx, { ...mdx, 'a.mdx': '---\ntitle: A: b\n---\n<Note>x\n' })).toEqual([
      'a.mdx:2 front-matter-yaml',
      'a.mdx:4 mdx-parse',
    ]);
  });
});

describe('introduced', () => {
  const before = { 'a.md': '# A\n\n[gone](gone.md) [b](b.md#part)\n', 'b.md': '# B\n\n## Part\n' };

  it('finds new problems since an earlier state, also on unchanged pages', async () => {
    const after = treeOf({ ...before, 'b.md': '# B\n\n## Other\n\n[x](x.md)\n' });
    const found = await engine.of(after, { folder: '', before: treeOf(before) }).introduced();
    expect(found?.problems.map(({ path, subject }) => `${path} ${subject}`)).toEqual(['a.md b.md#part', 'b.md x.md']);
  });

  it('is not known without an earlier state', async () => {
    expect(await engine.of(treeOf(before), { folder: '' }).introduced()).toBeUndefined();
  });
});
