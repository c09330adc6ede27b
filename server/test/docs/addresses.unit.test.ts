import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';
import type { Files } from './memory-tree.ts';

const { site } = testDocs();

/** Returns `path → base | address address`, one for each page. */
async function addresses(files: Files, folder = ''): Promise<string[]> {
  const found = await site(files, folder).addresses();
  return found.map(({ path, base, addresses: of }) => `${path} → ${base} | ${of.map((at) => at || '/').join(' ')}`);
}

describe('where readers find a page', () => {
  it('Docusaurus: base, route, numbers, slugs, ids, indexes, pages and blogs', async () => {
    const files = {
      'docusaurus.config.js':
        "export default { baseUrl: '/base/', presets: [['classic', { docs: { routeBasePath: 'manual' }, blog: {} }]] };",
      'docs/01-intro.md': 'Hello',
      'docs/02-guides/index.md': 'Hello',
      'docs/02-guides/10-set up.md': 'Hello',
      'docs/02-guides/renamed.md': '---\nid: other\n---\n',
      'docs/02-guides/slugged.md': '---\nslug: near\n---\n',
      'docs/top.md': '---\nslug: /\n---\n',
      'src/pages/about.md': 'Hello',
      'blog/2024-01-31-news.md': 'Hello',
      'blog/2024-02-01-more/index.md': '---\nslug: more-news\n---\n',
    };
    expect(await addresses(files)).toEqual([
      'blog/2024-01-31-news.md → /base | /blog/2024/01/31/news',
      'blog/2024-02-01-more/index.md → /base | /blog/more-news',
      'docs/01-intro.md → /base | /manual/intro',
      'docs/02-guides/10-set up.md → /base | /manual/guides/set up',
      'docs/02-guides/index.md → /base | /manual/guides',
      'docs/02-guides/renamed.md → /base | /manual/guides/other',
      'docs/02-guides/slugged.md → /base | /manual/guides/near',
      'docs/top.md → /base | /manual',
      'src/pages/about.md → /base | /about',
    ]);
  });

  it('Docusaurus: the newest version gets the address of the current docs', async () => {
    const files = {
      'docusaurus.config.js': "export default { presets: [['classic', {}]] };",
      'versions.json': '["2.0"]',
      'docs/guide.md': 'Hello',
      'versioned_docs/version-2.0/guide.md': 'Hello',
    };
    expect(await addresses(files)).toEqual([
      'docs/guide.md →  | /docs/next/guide',
      'versioned_docs/version-2.0/guide.md →  | /docs/guide /docs/2.0/guide',
    ]);
  });

  it('MkDocs: the path of site_url, READMEs as indexes', async () => {
    const files = {
      'mkdocs.yml': 'site_name: A\nsite_url: https://acme.example/product/docs/\n',
      'docs/index.md': 'Hello',
      'docs/api/README.md': 'Hello',
      'docs/api/über uns.md': 'Hello',
    };
    expect(await addresses(files)).toEqual([
      'docs/api/README.md → /product/docs | /api',
      'docs/api/über uns.md → /product/docs | /api/über uns',
      'docs/index.md → /product/docs | /',
    ]);
  });

  it('mdBook: site-url', async () => {
    const files = {
      'book.toml': '[book]\nsrc = "text"\n[output.html]\nsite-url = "/book/"\n',
      'text/SUMMARY.md': '- [One](one.md)\n- [Two](two/README.md)\n',
      'text/one.md': 'Hello',
      'text/two/README.md': 'Hello',
    };
    expect(await addresses(files)).toEqual(['text/one.md → /book | /one', 'text/two/README.md → /book | /two']);
  });

  it('VitePress: base and rewrites', async () => {
    const files = {
      'docs/.vitepress/config.ts':
        "export default { base: '/kit/', rewrites: { 'packages/a/index.md': 'a/index.md', 'old.md': 'new.md' } };",
      'docs/packages/a/index.md': 'Hello',
      'docs/old.md': 'Hello',
      'docs/guide/index.md': 'Hello',
    };
    expect(await addresses(files)).toEqual([
      'docs/guide/index.md → /kit | /guide',
      'docs/old.md → /kit | /new',
      'docs/packages/a/index.md → /kit | /a',
    ]);
  });

  it('Starlight: base, slugs of names, and slugs of their own', async () => {
    const files = {
      'astro.config.mjs': "export default defineConfig({ base: '/lite', integrations: [starlight({ title: 'A' })] });",
      'src/content/docs/index.mdx': 'Hello',
      'src/content/docs/Guides/Set Up.md': 'Hello',
      'src/content/docs/guides/own.md': '---\nslug: elsewhere/own\n---\n',
    };
    expect(await addresses(files)).toEqual([
      'src/content/docs/Guides/Set Up.md → /lite | /guides/set-up',
      'src/content/docs/guides/own.md → /lite | /elsewhere/own',
      'src/content/docs/index.mdx → /lite | /',
    ]);
  });

  it('Mintlify: with and without the folder that it is often served in', async () => {
    const files = {
      'docs.json': JSON.stringify({ navigation: { groups: [{ group: 'A', pages: ['index', 'a'] }] } }),
      'index.mdx': 'Hello',
      'a.mdx': 'Hello',
    };
    expect(await addresses(files)).toEqual(['a.mdx →  | /a /docs/a', 'index.mdx →  | / /docs']);
  });

  it('GitBook and plain folders: by path, and by what front matter fixes', async () => {
    const gitbook = {
      '.gitbook.yaml': 'root: ./manual/\n',
      'manual/SUMMARY.md': '* [A](README.md)\n* [B](b/README.md)\n',
      'manual/README.md': 'Hello',
      'manual/b/README.md': 'Hello',
    };
    expect(await addresses(gitbook)).toEqual(['manual/README.md →  | /', 'manual/b/README.md →  | /b']);
    const plain = { 'docs/a.md': 'Hello', 'docs/b/_index.md': 'Hello', 'docs/c.md': '---\npermalink: /see/c/\n---\n' };
    expect(await addresses(plain, 'docs')).toEqual([
      'docs/a.md →  | /a',
      'docs/b/_index.md →  | /b',
      'docs/c.md →  | /see/c',
    ]);
  });
});

describe('the address of one page', () => {
  const files = {
    'docusaurus.config.js': "export default { baseUrl: '/base/', presets: [['classic', {}]] };",
    'docs/01-a.md': 'Hello',
    'docs/top.md': '---\nslug: /\n---\n',
    'docs/_part.md': 'Hello',
    'docs/logo.png': 'x',
  };

  it('is relative to the site, as redirects write it', async () => {
    const docs = site(files);
    expect(await docs.address('docs/01-a.md')).toBe('/docs/a');
    expect(await docs.address('docs/top.md')).toBe('/docs');
    for (const path of ['docs/_part.md', 'docs/logo.png', 'docs/gone.md', 'README.md'])
      expect(await docs.address(path)).toBeUndefined();
  });

  it('is unknown for a plain folder, because only its host decides it', async () => {
    expect(await site({ 'docs/a.md': 'Hello' }, 'docs').address('docs/a.md')).toBeUndefined();
  });
});
