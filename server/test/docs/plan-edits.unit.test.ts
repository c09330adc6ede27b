import { describe, expect, it } from 'vitest';
import { contents, testDocs } from './support.ts';

const { site } = testDocs();

describe('planDelete', () => {
  it('turns links into their text and leaves the rest', async () => {
    const files = {
      'a.md':
        '# A\nSee [the *b*](b.md), [ref][b], [b], ![pic](b.md), <a href="b.md#x">html</a>, [![i](i.png)](b.md) and [c](c.md).\n\n[b]: b.md "B"\n[c2]: c.md\n',
      'b.md': '# B\n',
      'c.md': '# C\n',
      'i.png': 'x',
    };
    expect(contents(await site(files).planDelete('b.md'))).toEqual({
      'a.md': '# A\nSee the *b*, ref, b, pic, html, ![i](i.png) and [c](c.md).\n\n[c2]: c.md\n',
    });
  });

  it('takes the page out of the navigation, and groups that it leaves empty', async () => {
    const mintlify = {
      'docs.json':
        '{\n  "navigation": [\n    {\n      "group": "A",\n      "pages": [\n        "a",\n        "b"\n      ]\n    },\n    {\n      "group": "C",\n      "pages": ["c"]\n    }\n  ]\n}\n',
      'a.mdx': '---\ntitle: A\n---\n<Card title="C" href="/c">x</Card>\n',
      'b.mdx': '---\ntitle: B\n---\n',
      'c.mdx': '---\ntitle: C\n---\n',
    };
    expect(contents(await site(mintlify).planDelete('b.mdx'))).toEqual({
      'docs.json': mintlify['docs.json'].replace('"a",\n        "b"', '"a"'),
    });
    expect(contents(await site(mintlify).planDelete('c.mdx'))).toEqual({
      'docs.json':
        '{\n  "navigation": [\n    {\n      "group": "A",\n      "pages": [\n        "a",\n        "b"\n      ]\n    }\n  ]\n}\n',
      'a.mdx': '---\ntitle: A\n---\n<Card title="C">x</Card>\n',
    });
    const mkdocs = {
      'mkdocs.yml': 'nav:\n  - Home: index.md\n  - Guide: # g\n    - guide/a.md\n  - Last: z.md\n',
      'docs/index.md': '# H\n',
      'docs/guide/a.md': '# A\n',
      'docs/z.md': '# Z\n',
    };
    expect(contents(await site(mkdocs).planDelete('docs/guide/a.md'))).toEqual({
      'mkdocs.yml': 'nav:\n  - Home: index.md\n  - Last: z.md\n',
    });
    const book = {
      'book.toml': '',
      'src/SUMMARY.md': '- [A](a.md)\n  - [B](b.md)\n- [C](c.md)\n',
      'src/a.md': '',
      'src/b.md': '',
      'src/c.md': '',
    };
    expect(contents(await site(book).planDelete('src/c.md'))).toEqual({
      'src/SUMMARY.md': '- [A](a.md)\n  - [B](b.md)\n',
    });
    expect(contents(await site(book).planDelete('src/a.md'))).toEqual({
      'src/SUMMARY.md': '- [A]()\n  - [B](b.md)\n- [C](c.md)\n',
    });
  });

  it('keeps a Docusaurus category whose overview it was', async () => {
    const files = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'sidebars.js':
        "module.exports = { docs: ['a', { type: 'category', label: 'G', link: { type: 'doc', id: 'b' }, items: ['c'] }] };\n",
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
      'docs/c.md': '# C\n',
    };
    expect(contents(await site(files).planDelete('docs/b.md'))).toEqual({
      'sidebars.js': "module.exports = { docs: ['a', { type: 'category', label: 'G', items: ['c'] }] };\n",
    });
  });
});

describe('planAdd', () => {
  it('writes the entry like its neighbours', async () => {
    const mintlify = {
      'docs.json':
        '{\r\n  "navigation": [{ "group": "A", "pages": [\r\n    "guide/a",\r\n    "guide/b"\r\n  ] }]\r\n}\r\n',
      'guide/a.mdx': '',
      'guide/b.mdx': '',
    };
    expect(contents(await site(mintlify).planAdd('guide/new.mdx', 'New', 'guide/a.mdx'))['docs.json']).toBe(
      mintlify['docs.json'].replace('"guide/a",', '"guide/a",\r\n    "guide/new",'),
    );
    const docusaurus = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'sidebars.js':
        'module.exports = {\n  docs: [\n    "intro",\n    { type: "category", label: "G", items: ["guide/a"] }, // trailing\n  ],\n};\n',
      'docs/intro.md': '',
      'docs/guide/a.md': '',
    };
    expect(contents(await site(docusaurus).planAdd('docs/guide/new.md', 'New'))['sidebars.js']).toBe(
      docusaurus['sidebars.js'].replace('["guide/a"]', '["guide/a", "guide/new"]'),
    );
    const vitepress = {
      '.vitepress/config.ts':
        'export default {\n  themeConfig: {\n    sidebar: [\n      {\n        text: "G",\n        items: [\n          { text: "A", link: "/guide/a" },\n        ],\n      },\n    ],\n  },\n}\n',
      'guide/a.md': '',
    };
    expect(contents(await site(vitepress).planAdd('guide/new.md', 'It "is" new', 'A'))['.vitepress/config.ts']).toBe(
      vitepress['.vitepress/config.ts'].replace(
        'link: "/guide/a" },',
        'link: "/guide/a" },\n          { text: "It \\"is\\" new", link: "/guide/new" },',
      ),
    );
    const mkdocs = {
      'mkdocs.yml': 'nav:\n- Home: index.md # home\n- Guide:\n  - A: guide/a.md\ntheme: x\n',
      'docs/index.md': '',
      'docs/guide/a.md': '',
    };
    expect(contents(await site(mkdocs).planAdd('docs/guide/new.md', 'New: one'))['mkdocs.yml']).toBe(
      'nav:\n- Home: index.md # home\n- Guide:\n  - A: guide/a.md\n  - "New: one": guide/new.md\ntheme: x\n',
    );
    const book = {
      'book.toml': '',
      'src/SUMMARY.md': '# S\n\n* [A](a.md)\n    * [B](x/b.md)\n* [C](c.md)',
      'src/a.md': '',
      'src/x/b.md': '',
      'src/c.md': '',
    };
    expect(contents(await site(book).planAdd('src/x/new.md', 'New'))['src/SUMMARY.md']).toBe(
      '# S\n\n* [A](a.md)\n    * [B](x/b.md)\n    * [New](x/new.md)\n* [C](c.md)',
    );
    expect(contents(await site(book).planAdd('src/new.md', 'New', 'a.md'))['src/SUMMARY.md']).toBe(
      '# S\n\n* [A](a.md)\n    * [B](x/b.md)\n* [New](new.md)\n* [C](c.md)',
    );
    const starlight = {
      'astro.config.mjs':
        "export default defineConfig({ integrations: [starlight({ sidebar: [{ label: 'G', items: [{ label: 'A', slug: 'guides/a' }] }] })] });\n",
      'src/content/docs/guides/a.md': '',
    };
    expect(contents(await site(starlight).planAdd('src/content/docs/guides/new.md', 'New'))['astro.config.mjs']).toBe(
      starlight['astro.config.mjs'].replace(
        "slug: 'guides/a' }",
        "slug: 'guides/a' }, { label: 'New', slug: 'guides/new' }",
      ),
    );
  });

  it('leaves comments with the entries that they are about', async () => {
    const files = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'sidebars.js': "module.exports = {\n  docs: [\n    'b', // about b\n    'a' // about a\n  ],\n};\n",
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
    };
    expect(contents(await site(files).planAdd('docs/c.md', 'C'))['sidebars.js']).toBe(
      "module.exports = {\n  docs: [\n    'b', // about b\n    'a', // about a\n    'c'\n  ],\n};\n",
    );
    expect(contents(await site(files).planAdd('docs/c.md', 'C', 'b'))['sidebars.js']).toBe(
      "module.exports = {\n  docs: [\n    'b', // about b\n    'c',\n    'a' // about a\n  ],\n};\n",
    );
    expect(contents(await site(files).planSortNavigation())['sidebars.js']).toBe(
      "module.exports = {\n  docs: [\n    'a', // about a\n    'b' // about b\n  ],\n};\n",
    );
  });

  it('does nothing if the site lists its pages itself or already has the page', async () => {
    expect(await site({ 'a.md': '# A\n' }).planAdd('b.md', 'B')).toEqual([]);
    expect(await site({ 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': '# I\n' }).planAdd('docs/b.md', 'B')).toEqual(
      [],
    );
    expect(
      await site({ 'mkdocs.yml': 'nav: [index.md, b.md]\n', 'docs/index.md': '# I\n' }).planAdd('docs/b.md', 'B'),
    ).toEqual([]);
    const automatic = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'sidebars.js': "module.exports = { docs: [{ type: 'autogenerated', dirName: '.' }] };\n",
      'docs/a.md': '# A\n',
    };
    expect(await site(automatic).planAdd('docs/b.md', 'B')).toEqual([]);
  });
});

describe('planSortNavigation', () => {
  it('sorts entries by title within each list, text and separators kept', async () => {
    const mkdocs = {
      'mkdocs.yml': 'nav:\n  - Zoo: z.md # last\n  - Guide:\n    - b.md\n    - a.md\n  - Alpha: index.md\n',
      'docs/z.md': '# Z\n',
      'docs/b.md': '# Beta\n',
      'docs/a.md': '# Alpha\n',
      'docs/index.md': '# I\n',
    };
    expect(contents(await site(mkdocs).planSortNavigation())).toEqual({
      'mkdocs.yml': 'nav:\n  - Alpha: index.md\n  - Guide:\n    - a.md\n    - b.md\n  - Zoo: z.md # last\n',
    });
    const mintlify = {
      'docs.json': '{"navigation": [{"group": "Z", "pages": ["b", "a"]}, {"group": "A", "pages": ["c"]}]}',
      'a.mdx': '---\ntitle: One\n---\n',
      'b.mdx': '---\ntitle: Two\n---\n',
      'c.mdx': '',
    };
    expect(contents(await site(mintlify).planSortNavigation())).toEqual({
      'docs.json': '{"navigation": [{"group": "Z", "pages": ["a", "b"]}, {"group": "A", "pages": ["c"]}]}',
    });
    const book = {
      'book.toml': '',
      'src/SUMMARY.md': '# S\n\n- [B](b.md)\n  - [Y](y.md)\n  - [X](x.md)\n- [A](a.md)\n',
      'src/a.md': '',
      'src/b.md': '',
      'src/x.md': '',
      'src/y.md': '',
    };
    const sorted = '- [A](a.md)\n- [B](b.md)\n  - [X](x.md)\n  - [Y](y.md)\n';
    expect(contents(await site(book).planSortNavigation())).toEqual({ 'src/SUMMARY.md': `# S\n\n${sorted}` });

    // Chapters before and after the numbered ones stay in place.
    const [foreword, afterword] = ['[Foreword](x.md)\n[About](y.md)\n\n', '\n[Afterword](y.md)\n'];
    const unsorted = '- [B](b.md)\n  - [Y](y.md)\n  - [X](x.md)\n- [A](a.md)\n';
    const framed = { ...book, 'src/SUMMARY.md': `# S\n\n${foreword}${unsorted}${afterword}` };
    expect(contents(await site(framed).planSortNavigation())).toEqual({
      'src/SUMMARY.md': `# S\n\n${foreword}${sorted}${afterword}`,
    });
  });
});

const reported = ({ links }: Awaited<ReturnType<ReturnType<typeof site>['planDelete']>>) =>
  links.map(({ path, line, was, is, text }) => `${path}:${line} ${was} → ${is ?? `nothing: ${text}`}`);

describe('the links of a plan', () => {
  const files = {
    'a.md': '# A\n\nSee [B](b.md#x) or\n[it][ref].\n\n[ref]: b.md\n',
    'b.md': '# B\n',
    'c.md': '# C\n\n## D\n',
    'mkdocs.yml': 'site_name: x\n',
  };
  it('are reported where they are lost, with their lines', async () => {
    expect(reported(await site(files).planDelete('b.md'))).toEqual([
      'a.md:3 b.md#x → nothing: See [B](b.md#x) or',
      'a.md:4 b.md → nothing: [it][ref].',
    ]);
  });

  it.each([
    ['c.md', undefined, 'c.md'],
    ['c.md', 'c.md#d', 'c.md#d'],
    [undefined, 'https://example.com/', 'https://example.com/'],
  ])('are reported if they have another target: redirected to %s, links to %s', async (redirectTo, linksTo, is) => {
    const plan = await site(files).planDelete('b.md', redirectTo, linksTo);
    expect(reported(plan)).toEqual([`a.md:3 b.md#x → ${is}`, `a.md:6 b.md → ${is}`]);
  });

  it('become plain text on request, whatever happens to the address', async () => {
    const plan = await site(files).planDelete('b.md', 'c.md', '');
    expect(plan.links.map(({ is }) => is)).toEqual([undefined, undefined]);
  });

  it('are reported of pages that moved', async () => {
    expect(reported(await site(files).planMove('a.md', 'x/a.md'))).toEqual([
      'x/a.md:3 b.md#x → ../b.md#x',
      'x/a.md:6 b.md → ../b.md',
    ]);
  });
});
