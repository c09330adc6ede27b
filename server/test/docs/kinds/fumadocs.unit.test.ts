import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { introduced, problems, site } = testDocs();

const files = {
  'package.json': '{ "dependencies": { "fumadocs-core": "16.0.0" } }',
  'source.config.ts': `import { defineCollections, defineDocs } from 'fumadocs-mdx/config';
export const { docs, meta } = defineDocs({ dir: './content/docs' });
export const posts = defineCollections({ type: 'doc', dir: 'content/blog', schema: z.object({ n: f(")") }) });
`,
  'lib/source.tsx': `import { loader } from 'fumadocs-core/source';
const blogRoot = '/blog';
export const source = loader({ baseUrl: '/docs', icon: (name) => <Icon name={name} />, source: createMDXSource(docs, meta) });
export const blog = loader(toFumadocsSource(posts, []), { baseUrl: blogRoot });
`,
  'next.config.mjs': `const config = { async redirects() { return [{ source: '/docs/old', destination: '/docs/setup', permanent: true }] } };
export default withMDX(config);`,
  'app/docs/[[...slug]]/page.tsx': '',
  'app/(home)/page.tsx': '',
  'app/og/[...slug]/route.tsx': '',
  'app/legal/page.mdx': '---\ntitle: L\n---\n[a](/docs)\n',
  'content/docs/meta.json':
    '{\n  "pages": ["---Start---", "index", "setup", "...(guide)", "[Blog](/blog/first)", "!draft", "gone"]\n}\n',
  'content/docs/index.mdx':
    '---\ntitle: I\n---\n[a](/docs/setup) [b](/docs/deploy#ship) [c](/docs/guide/deploy) [d](./setup.mdx) [e](/docs/old) [f](/blog/first) [g](/og/x.png) [h](/legal)\n<Card href="/docs/none" title="N" />\n<include>./.shared.mdx</include>\n[i](#shared) [j](/docs/.shared) [k](#not-shared)\n',
  'content/docs/.shared.mdx': '## Shared\n[x](./gone)\n',
  'content/docs/draft.mdx': '---\ntitle: D\n---\n',
  'content/docs/setup.mdx': '---\ntitle: S\n---\n## Install it [!toc] [#install]\n[a](#install) [b](#install-it)\n',
  'content/docs/(guide)/meta.json': '{ "title": "Guide", "pages": ["deploy", "..."] }',
  'content/docs/(guide)/deploy.mdx': '---\ntitle: D\n---\n## Ship\n[a](/docs/setup) [b](./setup)\n',
  'content/docs/(guide)/run.mdx': '---\ntitle: R\n---\n',
  'content/blog/first.mdx': '---\ntitle: F\n---\n[a](/docs/run) [b](/blog/second)\n',
};

describe('Fumadocs', () => {
  it('reads collections and the addresses that their loaders give them', async () => {
    expect(await site(files).site()).toMatchObject({ kind: 'fumadocs', root: '' });
    expect(await problems(files)).toEqual([
      'content/blog/first.mdx:4 link-broken /blog/second',
      'content/docs/index.mdx:4 link-broken /docs/guide/deploy',
      'content/docs/index.mdx:5 link-broken /docs/none',
      'content/docs/index.mdx:7 link-broken /docs/.shared',
      'content/docs/index.mdx:7 anchor-broken #not-shared',
      'content/docs/meta.json:2 navigation-missing-page gone',
      'content/docs/setup.mdx:5 anchor-broken #install-it',
    ]);
  });

  it('follows collections to loaders that import them under other names', async () => {
    const renamed = {
      'source.config.ts':
        "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\nexport const tap = defineDocs({ dir: 'content/tap' });",
      'lib/source.ts':
        "import { docs, tap as tapPages } from '@/.source';\nexport const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });\nexport const tap = loader({ baseUrl: '/tap/docs', source: tapPages.toFumadocsSource() });",
      'content/docs/a.mdx': '---\ntitle: A\n---\n[b](/tap/docs/b) [c](/tap/docs/c) [d](/tap/b)\n',
      'content/tap/b.mdx': '---\ntitle: B\n---\n',
    };
    expect(await problems(renamed)).toEqual([
      'content/docs/a.mdx:4 link-broken /tap/docs/c',
      'content/docs/a.mdx:4 link-broken /tap/b → /tap/docs/b',
    ]);
  });

  it('is recognised by its packages where it has no configuration of its own', async () => {
    const { 'source.config.ts': _, 'lib/source.tsx': __, ...others } = files;
    expect(await site(others).site()).toMatchObject({ kind: 'fumadocs' });
    expect(await problems({ ...others, 'lib/source.ts': 'export const source = loader({ baseUrl });' })).toContain(
      'content/docs/setup.mdx:5 anchor-broken #install-it',
    );
  });

  it('moves, deletes and adds pages with their entries', async () => {
    const renamed = contents(await site(files).planMove('content/docs/setup.mdx', 'content/docs/set-up.mdx'));
    expect(renamed['content/docs/meta.json']).toContain('"index", "set-up", "...(guide)"');
    expect(renamed['content/docs/index.mdx']).toContain('[a](/docs/set-up)');
    expect(renamed['content/docs/index.mdx']).toContain('[d](./set-up.mdx)');
    expect(renamed['content/docs/(guide)/deploy.mdx']).toContain('[a](/docs/set-up) [b](./set-up)');
    const grouped = contents(await site(files).planMove('content/docs/setup.mdx', 'content/docs/(guide)/setup.mdx'));
    expect(grouped['content/docs/meta.json']).toContain('"index", "(guide)/setup"');
    expect(grouped['content/docs/index.mdx']).toContain('[a](/docs/setup)');
    const deleted = contents(await site(files).planDelete('content/docs/draft.mdx'));
    expect(deleted['content/docs/meta.json']).not.toContain('draft');
    const added = contents(await site(files).planAdd('content/docs/(guide)/scale.mdx', 'Scale'));
    expect(added['content/docs/(guide)/meta.json']).toBe('{ "title": "Guide", "pages": ["deploy", "scale", "..."] }');
  });

  it('finds links to a page whose address is not its path', async () => {
    const { 'content/docs/(guide)/run.mdx': _, ...after } = files;
    expect(await introduced(files, after)).toEqual(['content/blog/first.mdx:4 link-broken /docs/run']);
  });

  it('keeps translations beside their originals', async () => {
    expect(
      await problems({
        'source.config.ts':
          "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });",
        'lib/source.ts': "export const source = loader({ i18n, baseUrl: '/docs', source: docs.toFumadocsSource() });",
        'lib/i18n.ts': "export const i18n = defineI18n({ defaultLanguage: 'en', languages: Object.keys(names) });",
        'app/[lang]/docs/[[...slug]]/page.tsx': '',
        'content/docs/meta.cn.json': '{ "pages": ["a", "b", "c"] }',
        'content/docs/a.mdx': page('[a](/docs/b#one) [b](/cn/docs/b#一) [c](/cn/docs/only) [d](/cn/docs/none)'),
        'content/docs/a.cn.mdx': page('[a](/docs/b#一) [b](/docs/b#one) [c](/docs/only)'),
        'content/docs/b.mdx': page('## One'),
        'content/docs/b.cn.mdx': page('## 一'),
        'content/docs/only.mdx': page('x'),
      }),
    ).toEqual([
      'content/docs/a.cn.mdx:4 anchor-broken /docs/b#one',
      'content/docs/a.mdx:4 link-broken /cn/docs/none',
      'content/docs/meta.cn.json:1 navigation-missing-page c',
    ]);
  });
});

function page(text: string): string {
  return `---\ntitle: T\n---\n${text}\n`;
}
