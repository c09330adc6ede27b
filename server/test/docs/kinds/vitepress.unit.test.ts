import { describe, expect, it } from 'vitest';
import { treeOf } from '../memory-tree.ts';
import { contents, testDocs } from '../support.ts';

const { engine, site } = testDocs();

const files = {
  'docs/.vitepress/config.ts': `import { defineConfig } from 'vitepress'
export default defineConfig({ rewrites: { 'en/:rest*': ':rest*' }, cleanUrls: true })
`,
  'docs/config.ts': `import { defineAdditionalConfig, type DefaultTheme } from 'vitepress'
export default defineAdditionalConfig({
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/start' }],
    sidebar: { '/guide/': { base: '/guide/', items: guide() } }
  }
})

function guide(): DefaultTheme.SidebarItem[] {
  return [
    { text: 'Start', link: 'start' },
    { text: 'Deploy', link: 'deploy' }
  ]
}
`,
  'docs/en/index.md': '# Welcome\n\n[Start](/guide/start) and [deploy](./guide/deploy.md).\n',
  'docs/en/guide/start.md': '# Start\n\n[Deploy](./deploy)\n',
  'docs/en/guide/deploy.md': '# Deploy\n\n[Start](/guide/start)\n\n<<< @/snippets/run.js\n',
  'docs/snippets/run.js': 'run();\n',
  'docs/ja/guide/start.md': '# 開始\n\n[Deploy](../../en/guide/deploy)\n',
};

describe('VitePress with a sidebar that a constant returns', () => {
  it('lists a new page after the one that its text comes from', async () => {
    const config = `import type { DefaultTheme } from 'vitepress'
const sidebars = (): DefaultTheme.SidebarItem[] => [
  { text: 'Guides', items: [{ text: 'JSX', link: '/docs/jsx' }, { text: 'FAQs', link: '/docs/faq' }] },
]
const bar = function () { return [{ text: 'JSX', link: '/docs/jsx' }] }
export default { themeConfig: { nav: bar(), sidebar: { '/': sidebars() } } }
`;
    const docs = site({
      '.vitepress/config.ts': config,
      'docs/jsx.md': '# JSX\n\nText.\n\n## Async\n\nMore.\n',
      'docs/faq.md': '# FAQs\n',
    });
    const lines = { first: 5, last: 7 };
    const plan = await docs.planTransfer({ from: 'docs/jsx.md', lines, to: 'docs/jsx-async.md' });
    expect(contents(plan)['.vitepress/config.ts']).toBe(
      config.replace("link: '/docs/jsx' }, ", "link: '/docs/jsx' }, { text: 'Async', link: '/docs/jsx-async' }, "),
    );
    const moved = contents(await docs.planMove('docs/jsx.md', 'docs/tsx.md'))['.vitepress/config.ts'];
    expect(moved).toBe(config.replaceAll('/docs/jsx', '/docs/tsx'));
  });
});

describe('VitePress with rewrites of folders and additional configuration', () => {
  it('serves the pages of a folder elsewhere', async () => {
    const docs = engine.of(treeOf(files), { folder: 'docs' });
    const addresses = (await docs.addresses()).map(({ path, addresses: [first] }) => [path, first]);
    expect(Object.fromEntries(addresses)).toEqual({
      'docs/en/index.md': '',
      'docs/en/guide/start.md': '/guide/start',
      'docs/en/guide/deploy.md': '/guide/deploy',
      'docs/ja/guide/start.md': '/ja/guide/start',
    });
  });

  it('renames a page in the navigation beside pages', async () => {
    const docs = engine.of(treeOf(files), { folder: 'docs' });
    const plan = await docs.planMove('docs/en/guide/start.md', 'docs/en/guide/begin.md');
    const texts = new Map(plan.edits.map(({ path, content }) => [path, content]));
    expect(texts.get('docs/config.ts')).toContain("{ text: 'Start', link: 'begin' }");
    expect(texts.get('docs/config.ts')).toContain("nav: [{ text: 'Guide', link: '/guide/begin' }]");
    expect(texts.get('docs/en/index.md')).toContain('[Start](/guide/begin)');
    expect(plan.lost).toEqual(['/guide/start']);
  });

  it('includes files from the folder of all sources', async () => {
    const docs = engine.of(treeOf(files), { folder: 'docs' });
    expect((await docs.check()).problems).toEqual([]);
    const plan = await docs.planMove('docs/snippets', 'docs/parts');
    expect(plan.edits.find(({ path }) => path === 'docs/en/guide/deploy.md')?.content).toContain('<<< @/parts/run.js');
  });
});

// vitepress.dev/guide/routing#route-rewrites
describe('the address of a page of VitePress', () => {
  it('comes from its rewrite, and not from a redirect of its host', async () => {
    const docs = {
      'docs/.vitepress/config.ts': "export default { rewrites: { 'guide/b.md': 'b.md' } };\n",
      'docs/index.md': '# Home\n',
      'docs/guide/a.md': '# A\n',
      'docs/guide/b.md': '# B\n',
      'docs/public/_redirects': '/old-a /guide/a 301\n/old-b /b 301\n',
    };
    const plan = await site(docs).planMove('docs/guide/a.md', 'docs/c.md');
    expect(plan.redirects).toEqual([{ from: '/guide/a', to: '/c', path: 'docs/public/_redirects' }]);
    expect(contents(plan)['docs/public/_redirects']).toBe('/old-a /c 301\n/old-b /b 301\n/guide/a /c 301\n');
    const other = await site(docs).planMove('docs/guide/b.md', 'docs/guide/d.md');
    expect(other.redirects).toEqual([{ from: '/b', to: '/guide/d', path: 'docs/public/_redirects' }]);
  });
});
