import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';

const { site } = testDocs();

describe('planRenamedAnchors', () => {
  it('finds links of all spellings to headings that were renamed, by the rules of the site', async () => {
    const files = {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x' })] };",
      'src/content/docs/guides/plans.mdx': [
        "---\ntitle: Plans\n---\nimport Own from './own.astro';\n\n<Own />\n",
        '## Kinds of seats\n\n## Kinds of seats\n\n## Fixed {#fixed}\n\n[own](#kinds-of-plans-1)\n',
      ].join(''),
      'src/content/docs/guides/own.astro': '',
      'src/content/docs/index.mdx':
        '---\ntitle: I\n---\n[a](/guides/plans/#kinds-of-plans) <a href="guides/plans#kinds-of-plans">b</a> `[c](guides/plans#kinds-of-plans)` [d](/guides/plans/#fixed) [e](https://x.y/guides/plans#kinds-of-plans)\n\n[r]\n\n[r]: ./guides/plans.mdx#kinds-of-plans-1 "t"\n',
    };
    const headings = ['Kinds of plans', 'Kinds of plans', 'Fixed'];
    const renamed = await site(files).planRenamedAnchors([
      { path: 'src/content/docs/guides/plans.mdx', headings },
      { path: 'src/content/docs/index.mdx', headings: ['another number of headings'] },
    ]);
    expect(renamed.map(({ path, line, target, renamed: to }) => `${path}:${line} ${target} ${to}`)).toEqual([
      'src/content/docs/guides/plans.mdx:13 #kinds-of-plans-1 #kinds-of-seats-1',
      'src/content/docs/index.mdx:4 /guides/plans/#kinds-of-plans /guides/plans/#kinds-of-seats',
      'src/content/docs/index.mdx:4 guides/plans#kinds-of-plans guides/plans#kinds-of-seats',
      'src/content/docs/index.mdx:8 ./guides/plans.mdx#kinds-of-plans-1 ./guides/plans.mdx#kinds-of-seats-1',
    ]);
  });

  it('leaves an anchor alone that another heading has taken', async () => {
    const files = { 'a.md': '# New\n\n## Old\n\n[x](#old)\n', 'b.md': '# B\n[x](a.md#old)\n' };
    expect(await site(files).planRenamedAnchors([{ path: 'a.md', headings: ['Old', 'Older'] }])).toEqual([]);
  });

  it('finds links that escape more or less of an anchor', async () => {
    const files = {
      'a.md': '# A\n\n## 新\n\n## New (新)\n',
      'b.md': '# B\n\n[u](a.md#%E6%97%A7) [l](a.md#%e6%97%a7) [r](a.md#旧) [m](a.md#old%2D%E6%97%A7)\n',
    };
    const renamed = await site(files).planRenamedAnchors([{ path: 'a.md', headings: ['A', '旧', 'Old (旧)'] }]);
    expect(renamed.map(({ target }) => target)).toEqual([
      'a.md#%E6%97%A7',
      'a.md#%e6%97%a7',
      'a.md#旧',
      'a.md#old%2D%E6%97%A7',
    ]);
  });
});
