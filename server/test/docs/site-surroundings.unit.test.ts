import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';

const { problems, site } = testDocs();

describe('a repository with several sites', () => {
  it('has the kind of most of its pages, wherever its configuration is', async () => {
    const files = {
      '.gitbook.yaml': 'structure:\n  summary: docs/README.md\n',
      'README.md': '# R\n',
      'website/docusaurus.config.ts': "export default { presets: [['classic', { docs: { path: '../docs' } }]] }",
      'docs/README.md': '# D\n',
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
    };
    expect(await site(files).site()).toMatchObject({ kind: 'docusaurus', root: 'website' });
    expect(await site({ ...files, 'c.md': '# C\n', 'd.md': '# D\n', 'e.md': '# E\n' }).site()).toMatchObject({
      kind: 'gitbook',
    });
  });
});

const docusaurusConfig = (docs: string) =>
  `export default { presets: [['classic', { docs: ${docs} }]], plugins: ['./own'] }`;

describe('Docusaurus, beside its docs', () => {
  it('treats relative targets without an ending as addresses, as browsers do', async () => {
    const files = {
      'website/docusaurus.config.ts': docusaurusConfig("{ path: '../docs', routeBasePath: '/' }"),
      'docs/trouble/index.mdx': '# T\n\n[a](../packages/parser#options) [b](../packages/parser#gone)\n',
      'docs/packages/Parser.mdx': '---\nid: parser\n---\n# P\n\n## Options\n',
      'packages/parser/README.md': '# Parser\n\n## Gone\n',
    };
    expect(await problems(files)).toEqual(['docs/trouble/index.mdx:3 anchor-broken ../packages/parser#gone']);
  });

  it('ignores the sidebar of a version that is fetched when the site is built', async () => {
    const files = {
      'docusaurus.config.js': "export default { presets: [['classic', {}]] }",
      'docs/a.md': '# A\n',
      'versions.json': '["2.x", "1.x"]',
      'versioned_docs/version-1.x/a.md': '# A\n',
      'versioned_sidebars/version-1.x-sidebars.json': '{"docs": ["a", "gone"]}',
      'versioned_sidebars/version-2.x-sidebars.json': '{"docs": ["a", "made"]}',
    };
    expect((await site(files).check()).problems.map(({ subject }) => subject)).toEqual(['gone']);
  });

  it('finds misspelled addresses that front matter sets, and addresses that no redirect of the host matches', async () => {
    const files: Record<string, string> = {
      'docusaurus.config.js': docusaurusConfig("{ routeBasePath: '/' }"),
      'static/_redirects': '/kit/oldname*  /kit/type-of:splat\n',
      'docs/kit/TypeOf.md': '---\nslug: type-of\n---\n# T\n',
    };
    for (let page = 0; page < 12; page += 1)
      files[`docs/kit/p${page}.md`] = `# P\n\n[a](/kit/type-of-x) [b](./TypeOf.md) [c](/kit/oldname-a)\n`;
    files['docs/last.md'] = '# L\n\n[a](kit/gone.md) [b](kit/p1.md) [c](/kit/p2) [d](/kit/p3) [e](/kit/p4)\n';
    const found = (await problems(files)).map((one) => one.replace(/^\S+ | → .*$/g, ''));
    expect([...new Set(found)]).toEqual(['link-broken /kit/type-of-x', 'link-broken kit/gone.md']);
  });
});

describe('VitePress, beside its docs', () => {
  it('judges anchors of headings that begin with a digit, and leaves ignored pages in the navigation to builds', async () => {
    const files = {
      '.vitepress/config.ts':
        "export default { themeConfig: { sidebar: [{ text: 'C', link: '/contributing' }, { text: 'G', link: '/gone' }] } }",
      '.gitignore': 'contributing.md\n',
      'index.md': '# Home\n\n## 1. Install\n\n[a](#_1-install) [b](#_1-instal)\n',
    };
    expect(await problems(files)).toEqual([
      '.vitepress/config.ts:1 navigation-missing-page /gone',
      'index.md:5 anchor-broken #_1-instal → #_1-install',
    ]);
  });
});

describe('rewrites of the host', () => {
  it('serve addresses that no page of the site has', async () => {
    const files = {
      'docs/index.html': '<script>window.$docsify = {}</script><script src="//x/docsify.min.js"></script>',
      'docs/README.md': '# D\n\n[a](a.md)\n',
      'docs/a.md': '# A\n',
      'vercel.json': JSON.stringify({
        redirects: [
          { source: '/', destination: '/preview/' },
          { source: '/old', destination: '/gone' },
        ],
        rewrites: [
          { source: '/preview/:path*', destination: '/docs/:path*' },
          { source: '/(.*)', destination: '/index.html' },
        ],
      }),
    };
    const { problems: found } = await site(files).check();
    expect(found.filter(({ rule }) => rule === 'redirect-broken').map(({ subject }) => subject)).toEqual(['/gone']);
  });
});
