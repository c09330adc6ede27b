import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { site, problems, introduced } = testDocs();

// docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter: `id` is the last part of the address.
describe('a page of Docusaurus with an id of its own', () => {
  const files = {
    'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { routeBasePath: '/' } }]] };\n",
    'docs/a.md': '---\nid: a\ntitle: A\n---\n[p](press) [q](press#one) [r](./press.md) [t](new/old-press)\n',
    'docs/press.md': '---\nid: press\n---\n# P\n\n## One\n',
    'docs/new/old-press.md': '---\nid: odd\n---\n# O\n',
  };

  it('is not found by the name of its file, but by its address and its path', async () => {
    expect(await problems(files)).toEqual(['docs/a.md:5 link-broken new/old-press → new/old-press.md']);
    const right = { ...files, 'docs/a.md': '# A\n\n[t](new/odd) [u](new/old-press.md)\n' };
    expect(await problems(right)).toEqual([]);
    const wrong = { ...files, 'docs/press.md': '---\nid: press\n---\n# P\n\n## One\n\n[t](new/old-press)\n' };
    expect(await introduced(files, wrong)).toEqual(['docs/press.md:8 link-broken new/old-press → new/old-press.md']);
  });

  it('is linked to by its path where it is moved to a file of another name', async () => {
    const links = { ...files, 'docs/a.md': '# A\n\n[p](press) [q](press#one) [r](./press.md)\n' };
    expect(contents(await site(links).planMove('docs/press.md', 'docs/new/zz.md'))['docs/a.md']).toBe(
      '# A\n\n[p](new/zz.md) [q](new/zz.md#one) [r](./new/zz.md)\n',
    );
  });
});

describe('a table of contents in a page of Docusaurus', () => {
  it('makes no anchors, however many pages link to one that is not there', async () => {
    const files: Record<string, string> = {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };\n",
      'docs/index.mdx': "import TOCInline from '@theme/TOCInline';\n\n# Home\n\n<TOCInline toc={toc} />\n\n## One\n",
    };
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) files[`docs/${name}.md`] = `# ${name}\n\n[one](index.mdx#one) [gone](index.mdx#gone)\n`;
    expect((await problems(files)).map((problem) => problem.replace(/ →.*/, ''))).toEqual(
      names.map((name) => `docs/${name}.md:3 anchor-broken index.mdx#gone`),
    );
  });
});
