import { describe, expect, it } from 'vitest';
import { contents, testDocs } from './support.ts';

const { site } = testDocs();

const titled = (text: string) => `---\ntitle: T\n---\n${text}\n`;

describe('planMove', () => {
  it('keeps the style of each link and every other byte', async () => {
    const files = {
      'README.md':
        '# R\r\n\r\n[a](docs/a.md) [b](./docs/a.md#x "t") [c]: x\r\n\r\n[ref]: <docs/a.md?q=1#x>\r\n[r][ref] `[code](docs/a.md)`\r\n<a href="docs/a.md">x</a>\r\n',
      'docs/a.md':
        '\ufeff# A\n\n## X\n[self](#x) [own](a.md#x) [b](b.md) ![i](img/i.png) [gone](gone.md) [ext](https://x.y) [up](../README.md)\n',
      'docs/b.md': '# B\n[a](a.md)\n',
      'docs/img/i.png': 'x',
    };
    expect(contents(await site(files).planMove('docs/a.md', 'docs/deep/new name.md'))).toEqual({
      'README.md':
        '# R\r\n\r\n[a](docs/deep/new%20name.md) [b](./docs/deep/new%20name.md#x "t") [c]: x\r\n\r\n[ref]: <docs/deep/new%20name.md?q=1#x>\r\n[r][ref] `[code](docs/a.md)`\r\n<a href="docs/deep/new%20name.md">x</a>\r\n',
      'docs/b.md': '# B\n[a](deep/new%20name.md)\n',
      'docs/deep/new name.md':
        '\ufeff# A\n\n## X\n[self](#x) [own](new%20name.md#x) [b](../b.md) ![i](../img/i.png) [gone](../gone.md) [ext](https://x.y) [up](../../README.md)\n',
    });
  });

  it('joins targets to the file or to the address, as they were', async () => {
    const files = {
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': '# X\n',
      'docs/guide/theme.md': '# T\n\n![a](../img/a.png)\n\n<img src="../../img/a.png">\n\n[i](../index.md)\n',
      'docs/img/a.png': 'x',
    };
    expect(contents(await site(files).planMove('docs/guide/theme.md', 'docs/theme.md'))).toMatchObject({
      'docs/theme.md': '# T\n\n![a](img/a.png)\n\n<img src="../img/a.png">\n\n[i](index.md)\n',
    });
  });

  it('makes page addresses relative to the new place, even if they also resolve from the root of the docs', async () => {
    const files = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", { docs: {} }]] };\n',
      'docs/a.md': '# A\n\n[b](b) [c](deep/c)\n',
      'docs/b.md': '# B\n',
      'docs/deep/c.md': '# C\n',
    };
    expect(contents(await site(files).planMove('docs/a.md', 'docs/deep/a.md'))).toMatchObject({
      'docs/deep/a.md': '# A\n\n[b](../b) [c](c)\n',
    });
  });

  it('keeps readers in their language if an untranslated page replaces the translation', async () => {
    const config = "starlight({ defaultLocale: 'root', locales: { root: {}, hi: {}, de: {} } })";
    const pages = 'src/content/docs';
    const files = {
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [${config}] };\n`,
      [`${pages}/guides/pages.md`]: titled('## X'),
      [`${pages}/de/guides/pages.md`]: titled('## X'),
      [`${pages}/start.md`]: titled('[p](/guides/pages/)'),
      [`${pages}/hi/start.md`]: titled('[p](/hi/guides/pages/#x) [q](/guides/pages/)'),
      [`${pages}/de/start.md`]: titled('[p](/de/guides/pages/)'),
    };
    const moved = contents(await site(files).planMove(`${pages}/guides/pages.md`, `${pages}/guides/making.md`));
    expect(moved).toMatchObject({
      [`${pages}/start.md`]: titled('[p](/guides/making/)'),
      [`${pages}/hi/start.md`]: titled('[p](/hi/guides/making/#x) [q](/guides/making/)'),
    });
    expect(moved).not.toHaveProperty([`${pages}/de/start.md`]);
  });

  it('handles a folder named docs on Mintlify, and a prefix', async () => {
    const files = {
      'docs.json': '{"navigation": {"pages": ["docs/run/a", "b"]}}',
      'docs/run/a.mdx': '---\ntitle: A\n---\n',
      'b.mdx': '---\ntitle: B\n---\n[a](/docs/run/a#x) [b](/docs/b)\n',
    };
    expect(contents(await site(files).planMove('docs/run/a.mdx', 'docs/set/a.mdx'))).toMatchObject({
      'b.mdx': '---\ntitle: B\n---\n[a](/docs/set/a#x) [b](/docs/b)\n',
    });
    expect(contents(await site(files).planMove('b.mdx', 'c.mdx'))).toMatchObject({
      'c.mdx': '---\ntitle: B\n---\n[a](/docs/run/a#x) [b](/docs/c)\n',
    });
  });

  it('leaves links to other versions of the docs unchanged on Docusaurus', async () => {
    const page = '# B\n[plain](/docs/a) [next](/docs/next/a) [file](./a.md) [named](/docs/1/a)\n';
    const files = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] }',
      'versions.json': '["2", "1"]',
      'docs/a.md': '# A\n',
      'docs/b.md': page,
      'versioned_docs/version-2/a.md': '# A\n',
      'versioned_docs/version-2/b.md': page,
      'versioned_docs/version-1/a.md': '# A\n',
      'versioned_docs/version-1/b.md': '# B\n',
    };
    const moved = async (changes: object, from: string, to: string) =>
      contents(await site({ ...files, ...changes }).planMove(from, to));
    expect(await moved({}, 'docs/a.md', 'docs/c.md')).toEqual({
      'docs/c.md': '# A\n',
      'docs/b.md': page.replace('next/a', 'next/c').replace('./a.md', './c.md'),
      'versioned_docs/version-2/b.md': page.replace('next/a', 'next/c'),
    });
    expect(await moved({}, 'versioned_docs/version-2/a.md', 'versioned_docs/version-2/c.md')).toEqual({
      'versioned_docs/version-2/c.md': '# A\n',
      'docs/b.md': page.replace('/docs/a', '/docs/c'),
      'versioned_docs/version-2/b.md': page.replace('/docs/a', '/docs/c').replace('./a.md', './c.md'),
    });
    const config = `module.exports = { presets: [["classic", { docs: { lastVersion: "current", versions: { current: { path: "edge" } } } }]] }`;
    const present = config.replace('versions: { current: { path: "edge" } }', '');
    expect(Object.keys(await moved({ 'docusaurus.config.js': present }, 'docs/a.md', 'docs/c.md'))).toContain(
      'versioned_docs/version-2/b.md',
    );
    const linked = { 'docusaurus.config.js': config, 'docs/b.md': '# B\n[a](/docs/edge/a)\n' };
    expect((await moved(linked, 'docs/a.md', 'docs/c.md'))['docs/b.md']).toBe('# B\n[a](/docs/edge/c)\n');
  });

  it('follows addresses and navigation on Mintlify', async () => {
    const config =
      '{\n  "navigation": {\n    "groups": [\n      { "group": "A", "pages": ["a", "guide/b"], "root": "guide/b" }\n    ]\n  }\n}\n';
    const files = {
      'docs.json': config,
      'a.mdx': '---\ntitle: A\n---\n[b](/guide/b#x) [c](guide/b) <Card href="/guide/b" title="B" />\n',
      'guide/b.mdx': '---\ntitle: B\n---\nimport S from "../snippets/s.mdx"\n\n## X\n[a](../a) [abs](/a)\n',
      'snippets/s.mdx': '[b](/guide/b)\n',
    };
    expect(contents(await site(files).planMove('guide/b.mdx', 'other/deep/c.mdx'))).toEqual({
      'docs.json': config
        .replaceAll('guide/b', 'other/deep/c')
        .replace(
          '  }\n}\n',
          '  },\n  "redirects": [\n    { "source": "/guide/b", "destination": "/other/deep/c" }\n  ]\n}\n',
        ),
      'a.mdx': '---\ntitle: A\n---\n[b](/other/deep/c#x) [c](other/deep/c) <Card href="/other/deep/c" title="B" />\n',
      'other/deep/c.mdx': '---\ntitle: B\n---\nimport S from "../../snippets/s.mdx"\n\n## X\n[a](../../a) [abs](/a)\n',
      'snippets/s.mdx': '[b](/other/deep/c)\n',
    });
  });

  it('follows ids, prefixes and slugs on Docusaurus', async () => {
    const files = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
      'sidebars.js':
        "module.exports = {\n  docs: ['intro', { type: 'category', label: 'G', link: { type: 'doc', id: 'guide/b' }, items: ['guide/b'] }], // keep\n};\n",
      'docs/intro.md': '# I\n[b](guide/02-b.md) [u](/docs/guide/b#x) [s](/docs/fixed)\n',
      'docs/guide/02-b.md': '# B\n\n## X\n[i](../intro.md)\n',
      'docs/s.md': '---\nslug: /fixed\n---\n# S\n',
    };
    expect(contents(await site(files).planMove('docs/guide/02-b.md', 'docs/01-top.md'))).toEqual({
      'sidebars.js':
        "module.exports = {\n  docs: ['intro', { type: 'category', label: 'G', link: { type: 'doc', id: 'top' }, items: ['top'] }], // keep\n};\n",
      'docs/intro.md': '# I\n[b](01-top.md) [u](/docs/top#x) [s](/docs/fixed)\n',
      'docs/01-top.md': '# B\n\n## X\n[i](intro.md)\n',
    });
    // The slug determines the URL, wherever the file is.
    expect(contents(await site(files).planMove('docs/s.md', 'docs/guide/s.md'))).toEqual({
      'docs/guide/s.md': files['docs/s.md'],
    });
  });

  it('follows links and sidebars of VitePress, MkDocs and SUMMARY.md', async () => {
    const vitepress = {
      'docs/.vitepress/config.js':
        "export default { themeConfig: { sidebar: [{ text: 'A', link: '/guide/a' }, { text: 'B', base: '/guide/', items: [{ text: 'x', link: 'a.html' }] }] } }\n",
      'docs/index.md': '# H\n[a](./guide/a) [b](/guide/a.html#x) [c](/guide/a.md)\n',
      'docs/guide/a.md': '# A\n',
    };
    expect(contents(await site(vitepress).planMove('docs/guide/a.md', 'docs/guide/z/index.md'))).toEqual({
      'docs/.vitepress/config.js':
        "export default { themeConfig: { sidebar: [{ text: 'A', link: '/guide/z' }, { text: 'B', base: '/guide/', items: [{ text: 'x', link: 'z/index.html' }] }] } }\n",
      'docs/index.md': '# H\n[a](./guide/z) [b](/guide/z/index.html#x) [c](/guide/z/index.md)\n',
      'docs/guide/z/index.md': '# A\n',
    });
    const mkdocs = {
      'mkdocs.yml': 'nav:\n  # first\n  - Home: index.md\n  - a.md # why\n',
      'docs/index.md': '# H\n[a](a.md)\n',
      'docs/a.md': '# A\n',
    };
    expect(contents(await site(mkdocs).planMove('docs/a.md', 'docs/b/c.md'))).toMatchObject({
      'mkdocs.yml': 'nav:\n  # first\n  - Home: index.md\n  - b/c.md # why\n',
      'docs/index.md': '# H\n[a](b/c.md)\n',
    });
    const book = {
      'book.toml': '',
      'src/SUMMARY.md': '# Summary\n\n- [A](./a.md)\n  - [B](b.md)\n',
      'src/a.md': '# A\n',
      'src/b.md': '# B\n[a](a.html)\n',
    };
    expect(contents(await site(book).planMove('src/a.md', 'src/x/a.md'))).toMatchObject({
      'src/SUMMARY.md': '# Summary\n\n- [A](./x/a.md)\n  - [B](b.md)\n',
      'src/b.md': '# B\n[a](x/a.html)\n',
    });
  });

  it('moves images too', async () => {
    const files = {
      'a.md': '# A\n![i](img/i.png) <img src="./img/i.png">\n',
      'img/i.png': new Uint8Array([0xff, 0xd8]),
    };
    expect(contents(await site(files).planMove('img/i.png', 'assets/j.png'))).toEqual({
      'a.md': '# A\n![i](assets/j.png) <img src="./assets/j.png">\n',
    });
  });
});
