import { describe, expect, it } from 'vitest';
import { treeOf } from '../memory-tree.ts';
import { contents, testDocs } from '../support.ts';

const { engine, introduced, problems, site } = testDocs();

/** Nextra 4 with a content folder below its own prefix, beside pages of the app router. */
const files = {
  'next.config.mjs': `import nextra from 'nextra'
const withNextra = nextra({ contentDirBasePath: '/docs' })
export default withNextra({ async redirects() { return [
  { source: '/start', destination: '/docs/setup', permanent: true },
  { source: '/v1/:path*', destination: '/docs/:path*', permanent: true },
  { source: '/x/:path(\\\\d{4}.*)', destination: '/docs', permanent: true },
] } })`,
  'mdx-components.js': '',
  'app/docs/[[...mdxPath]]/page.jsx': '',
  'app/(site)/about/page.mdx': '# About\n[home](/) [docs](/docs) [gone](/docs/nope)\n',
  'app/(site)/about/_part.mdx': '[no page](./gone)\n',
  'app/playground/[id]/page.tsx': '',
  'app/pricing/page.tsx': '',
  'content/_meta.js': `export default {
  index: 'Introduction',
  setup: { title: 'Set up' },
  '---': { type: 'separator' },
  guide: <b>Guide</b>,
  about: { title: 'About', href: '/about' },
  lost: 'Lost',
}
`,
  'content/index.mdx':
    '# Intro\n[a](/docs/setup) [b](/setup) [c](./guide/deploy) [d](/docs/guide/deploy.mdx#own-id) [e](/docs/guide/deploy#deploy-it) [f](/pricing) [g](/playground/7) [h](/start) [i](/v1/setup) [j](/v1/gone) [k](/docs/guide)\n![l](/logo.png) ![m](/none.png)\n',
  'content/setup.mdx': '# Setup\n\n## Set it up\n<Callout>x</Callout>\n[a](#set-it-up) [b](#set-it-down)\n',
  'content/guide/_meta.js': "export default { 'first-steps': 'First', deploy: 'Deploy' }\n",
  'content/guide/first-steps.mdx': '# First\n[a](../setup)\n',
  'content/guide/deploy.md': '# D\n\n## Deploy it [#own-id]\n',
  'public/logo.png': 'x',
};

describe('Nextra', () => {
  it('is recognised by its configuration, with what the app router adds', async () => {
    expect(await site(files).site()).toMatchObject({ kind: 'nextra', root: '' });
    expect(await site({ 'next.config.mjs': 'export default {}', 'pages/a.mdx': '# A\n' }).site()).toMatchObject({
      kind: 'plain',
    });
  });

  it('is recognised by `_meta.*` where a package of its own sets it up, with redirects made of the entries of an object', async () => {
    const own: Record<string, string> = {
      'website/next.config.ts': `import { withDocs } from 'our-own/next.config';
export default withDocs({
  redirects: async () =>
    Object.entries({ '/old': '/docs/a', '/older': '/old' }).map(([from, to]) => ({
      source: from,
      destination: to,
      permanent: true,
    })),
});`,
      'website/src/content/docs/_meta.ts': "export default { a: 'A' }",
      'website/src/content/docs/index.mdx': '# D\n[a](/docs/a) [b](/docs/b) [c](/older) [d](./a) [gone](/docs/gone)\n',
      'website/src/content/docs/a.mdx': '# A\n[d](/docs) [b](/docs/b)\n',
      'website/src/content/docs/b.mdx': '# B\n[d](/docs) [a](/docs/a)\n',
    };
    expect(await site(own).site()).toMatchObject({ kind: 'nextra', root: 'website' });
    expect(await problems(own)).toEqual(['website/src/content/docs/index.mdx:2 link-broken /docs/gone']);
    const computed = { ...own, 'website/next.config.ts': 'export default withDocs({ redirects: () => made() })' };
    expect(await problems(computed)).toEqual(['website/src/content/docs/index.mdx:2 link-broken /docs/gone']);
  });

  it('follows addresses, redirects and ids in brackets, and reports missing pages', async () => {
    expect(await problems(files)).toEqual([
      'app/(site)/about/page.mdx:2 link-broken /docs/nope',
      'content/_meta.js:7 navigation-missing-page lost',
      'content/index.mdx:2 link-broken /setup → /docs/setup',
      'content/index.mdx:2 anchor-broken /docs/guide/deploy#deploy-it',
      'content/index.mdx:2 link-broken /v1/gone',
      'content/index.mdx:2 link-broken /docs/guide',
      'content/index.mdx:3 image-missing /none.png',
      'content/setup.mdx:5 anchor-broken #set-it-down',
    ]);
  });

  it('does not judge addresses of a folder with parameters', async () => {
    const { coverage } = await site(files).check();
    expect(coverage.notJudged.map(({ because, example }) => [because, example])).toEqual([
      ['a plugin makes the pages there', 'content/index.mdx:2 /playground/7'],
    ]);
  });

  it('finds links to a removed page, whatever the name of its file', async () => {
    const before = { ...files, 'app/team/page.mdx': '# Team\n', 'content/team.mdx': '# T\n[t](/team)\n' };
    const { 'app/team/page.mdx': _, ...after } = before;
    expect(await introduced(before, after)).toEqual(['content/team.mdx:2 link-broken /team']);
  });

  it('moves a page with its entry, even into the navigation of another folder', async () => {
    const renamed = contents(await site(files).planMove('content/guide/deploy.md', 'content/guide/ship-it.md'));
    expect(renamed['content/guide/_meta.js']).toBe("export default { 'first-steps': 'First', 'ship-it': 'Deploy' }\n");
    expect(renamed['content/index.mdx']).toContain('(./docs/guide/ship-it)');
    expect(renamed['content/index.mdx']).toContain('(guide/ship-it.md#own-id)');
    const moved = contents(await site(files).planMove('content/setup.mdx', 'content/guide/setup.mdx'));
    expect(moved['content/_meta.js']).not.toContain('setup');
    expect(moved['content/guide/_meta.js']).toBe(
      "export default { 'first-steps': 'First', deploy: 'Deploy', setup: 'Set up' }\n",
    );
    expect(moved['content/index.mdx']).toContain('[a](/docs/guide/setup)');
  });

  it('deletes and adds a page in the navigation of its folder', async () => {
    const deleted = contents(await site(files).planDelete('content/guide/deploy.md'));
    expect(deleted['content/guide/_meta.js']).toBe("export default { 'first-steps': 'First' }\n");
    const added = await site({ ...files, 'content/guide/new-page.mdx': '# N\n' }).planAdd(
      'content/guide/new-page.mdx',
      "It's new",
    );
    expect(contents(added)['content/guide/_meta.js']).toBe(
      "export default { 'first-steps': 'First', deploy: 'Deploy', 'new-page': 'It\\'s new' }\n",
    );
  });

  it('reads nested navigation of the whole site, with types and elements in it', async () => {
    const found = await problems({
      'docs/next.config.ts': "import nextra from 'nextra'\nexport default nextra({})({ basePath: '/base' })\n",
      'docs/app/_meta.global.tsx': `import type { MetaRecord } from 'nextra'
const GUIDE: MetaRecord = { index: '', start: <i>Start</i>, gone: 'Gone' }
export default { index: 'Home', guide: { items: GUIDE } }
`,
      'docs/app/page.tsx': '',
      'docs/app/guide/page.mdx': '# G\n[a](/base/guide/start) [b](./guide/start) [c](/guide/start) [d](/guide/none)\n',
      'docs/app/guide/start/page.mdx': '# S\n',
    });
    expect(found).toEqual([
      'docs/app/_meta.global.tsx:2 navigation-missing-page gone',
      'docs/app/guide/page.mdx:2 link-broken /guide/none',
    ]);
  });

  it('keeps languages apart, by folder and by the ending of names', async () => {
    const config =
      "const withNextra = require('nextra')({})\nmodule.exports = withNextra({ i18n: { locales: ['en', 'zh'], defaultLocale: 'en' } })";
    expect(
      await problems({
        'next.config.js': config,
        'pages/_meta.zh.json': '{ "index": "x", "setup": "y", "gone": "z" }',
        'pages/index.en.mdx': '# I\n[a](/setup#install) [b](/zh/setup#安装) [c](/zh/only)\n',
        'pages/index.zh.mdx': '# I\n[a](/setup#安装) [b](/setup#install) [c](/only)\n',
        'pages/setup.en.mdx': '# S\n\n## Install\n',
        'pages/setup.zh.mdx': '# S\n\n## 安装\n',
        'pages/only.en.mdx': '# O\n',
      }),
    ).toEqual([
      'pages/_meta.zh.json:1 navigation-missing-page gone',
      'pages/index.zh.mdx:2 anchor-broken /setup#install',
    ]);
    expect(
      await problems({
        'next.config.js': config,
        'src/pages/en/index.mdx': '# I\n[a](/setup#install) [b](/zh/setup#安装) [c](/en/none)\n',
        'src/pages/zh/index.mdx': '# I\n[a](/setup#安装) [b](/setup#install)\n',
        'src/pages/en/setup.mdx': '# S\n\n## Install\n',
        'src/pages/zh/setup.mdx': '# S\n\n## 安装\n',
      }),
    ).toEqual([
      'src/pages/en/index.mdx:2 link-broken /en/none',
      'src/pages/zh/index.mdx:2 anchor-broken /setup#install',
    ]);
  });

  it('ignores pages that a program generates in folders that git ignores', async () => {
    const { coverage, problems: found } = await engine
      .of(
        treeOf({
          'next.config.mjs': "import nextra from 'nextra'\nexport default nextra({})()",
          '.gitignore': 'node_modules\npages/reference/*\n',
          'pages/_meta.json': '{ "index": "x", "reference": "API" }',
          'pages/index.mdx': '# I\n[a](/reference/core) [b](/referenced)\n',
        }),
        { folder: '' },
      )
      .check();
    expect(found.map(({ subject }) => subject)).toEqual(['/referenced']);
    expect(coverage.notJudged.map(({ count }) => count)).toEqual([1]);
  });
});
