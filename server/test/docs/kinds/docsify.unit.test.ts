import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, introduced, site } = testDocs();

const page = (settings: string) =>
  `<div id="app"></div><script>window.$docsify = {\n  // relativePath: true,\n  loadSidebar: true,\n${settings}};</script><script src="//cdn.example/docsify@4"></script>`;

const files = {
  'docs/index.html': page("  alias: { '/awesome': 'https://example.com/README.md', '/de/(.*)': '/$1' },\n"),
  'docs/README.md':
    '# Home\n\n## 1. First & last\n\n## Named :id=own-name\n\n[a](#_1-first-amp-last) [b](?id=own-name)\n',
  'docs/_sidebar.md':
    '- Guide\n  - [Start](guide/start.md)\n  - [Next](/guide/next "Title")\n- [More](guide/)\n- [Awesome](awesome.md)\n',
  'docs/_coverpage.md': '# Title\n\n[Home](#home)\n',
  'docs/guide/README.md': '# Guide\n',
  'docs/guide/start.md':
    "# Start\n\n[a](guide/next.md#deep-part) [b](/guide/next?id=deep-part) [c](#/guide/next?id=deep-part) [d](guide/) [e](/)\n![i](i.png) [part](part.md ':include') [raw](/raw/x ':ignore') [own](guide/start?id=start)\n<a href=\"#/guide/next\">n</a>\n",
  'docs/guide/next.md': '# Next\n\n## Deep part\n\n[a](/de/anything) [b](awesome)\n',
  'docs/guide/part.md': '# Part\n',
  'docs/guide/i.png': 'x',
};

function withPage(text: string) {
  return { ...files, 'docs/guide/start.md': `# Start\n\n${text}\n` };
}

function withoutLost(found: string[]) {
  return found.filter((one) => !one.includes('lost-page'));
}

describe('Docsify', () => {
  it('is recognised by an index.html that loads it, or by a sidebar', async () => {
    expect(await site(files, 'docs').site()).toMatchObject({ kind: 'docsify', root: 'docs' });
    expect((await site(files).site()).pages).not.toContain('docs/_sidebar.md');
    const { 'docs/index.html': _page, ...without } = files;
    expect(await site(without).site()).toMatchObject({ kind: 'docsify', root: 'docs' });
    expect(await site({ ...without, 'docs/index.html': '<p>', 'docs/_sidebar.md': 'x' }).site()).toMatchObject({
      kind: 'plain',
    });
  });

  it('accepts links from the root, with and without an ending, and by aliases', async () => {
    expect(await problems(files)).toEqual(['docs/guide/part.md:1 navigation-lost-page']);
  });

  it.each([
    ['[a](next.md)', 'link-broken next.md → guide/next.md'],
    ['[a](/guide/gone)', 'link-broken /guide/gone'],
    ['[a](/gone/)', 'link-broken /gone/'],
    ['[a](#/gone)', 'link-broken #/gone'],
    ['<a href="#/gone">a</a>', 'link-broken #/gone'],
    ['[a](guide/next?id=gone)', 'anchor-broken guide/next?id=gone'],
    ['[a](guide/next?id=deep-pat)', 'anchor-broken guide/next?id=deep-pat → guide/next?id=deep-part'],
    ['[a](guide/next#gone)', 'anchor-broken guide/next#gone'],
    ['![a](/guide/gone.png)', 'image-missing /guide/gone.png'],
    ["[a](gone.md ':include')", 'include-missing gone.md'],
    ["[a](/gone ':ignore')", undefined],
  ])('judges %s', async (text, problem) => {
    const found = withoutLost(await problems(withPage(text)));
    expect(found.map((one) => one.replace(/^\S+ /, ''))).toEqual(problem === undefined ? [] : [problem]);
  });

  it('resolves links from the page if the setting says so', async () => {
    const relative = {
      ...withPage('[a](next.md) [b](guide/next.md)'),
      'docs/index.html': page('  relativePath: true,\n'),
    };
    expect(withoutLost(await problems(relative))).toContain(
      'docs/guide/start.md:3 link-broken guide/next.md → next.md',
    );
    expect(withoutLost(await problems(relative))).not.toContain('docs/guide/start.md:3 link-broken next.md');
  });

  it('finds sidebar entries and links of a removed page', async () => {
    const { 'docs/guide/next.md': _gone, ...without } = files;
    expect(await introduced(files, without)).toEqual([
      'docs/_sidebar.md:3 navigation-missing-page /guide/next',
      'docs/guide/start.md:3 link-broken guide/next.md#deep-part',
      'docs/guide/start.md:3 link-broken /guide/next?id=deep-part',
      'docs/guide/start.md:3 link-broken #/guide/next?id=deep-part',
      'docs/guide/start.md:5 link-broken #/guide/next',
    ]);
  });

  it('finds links to a heading that has another name now', async () => {
    const renamed = { ...files, 'docs/guide/next.md': files['docs/guide/next.md'].replace('Deep', 'Shallow') };
    expect(await introduced(files, renamed)).toEqual([
      'docs/guide/start.md:3 anchor-broken guide/next.md#deep-part',
      'docs/guide/start.md:3 anchor-broken /guide/next?id=deep-part',
      'docs/guide/start.md:3 anchor-broken #/guide/next?id=deep-part',
    ]);
    const [, named] = await site(renamed).planRenamedAnchors([
      { path: 'docs/guide/next.md', headings: ['Next', 'Deep part'] },
    ]);
    expect(named?.renamed).toBe('/guide/next?id=shallow-part');
  });

  it('moves, deletes and adds pages', async () => {
    const moved = contents(await site(files).planMove('docs/guide/next.md', 'docs/deep/next.md'));
    expect(moved['docs/guide/start.md']).toContain(
      '[a](deep/next.md#deep-part) [b](/deep/next?id=deep-part) [c](#/deep/next?id=deep-part)',
    );
    expect(moved['docs/_sidebar.md']).toContain('[Next](/deep/next "Title")');
    const deleted = contents(await site(files).planDelete('docs/guide/start.md'));
    expect(deleted['docs/_sidebar.md']).not.toContain('Start');
    const added = contents(await site(files).planAdd('docs/guide/more.md', 'Extra'));
    expect(added['docs/_sidebar.md']).toContain('- [More](guide/)\n- [Extra](guide/more)\n');
  });
});
