import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';
import { treeOf, type Files } from './memory-tree.ts';

const { engine, introduced } = testDocs();

/** A site with an unknown plugin, whose pages link to each other. */
function doubtful(pages: number, links: (page: number) => string): Files {
  const files: Files = {
    'mkdocs.yml': 'site_name: x\nplugins:\n  - search\n  - unheard-of\n',
    'docs/index.md': '# Home\n',
  };
  for (let page = 0; page < pages; page += 1) files[`docs/guide/page${page}.md`] = `# P${page}\n\n${links(page)}\n`;
  return files;
}

const toNext = (pages: number) => (page: number) => `[next](page${(page + 1) % pages}.md)`;

async function checked(files: Files) {
  const { problems, coverage } = await engine.of(treeOf(files), { folder: '' }).check();
  return {
    broken: problems
      .filter(({ rule }) => rule.endsWith('-broken'))
      .map(({ path, subject }) => `${path} ${subject ?? ''}`),
    links: coverage.links,
    notJudged: coverage.notJudged.map(({ because, count }) => `${count} ${because}`),
  };
}

describe('a site whose configuration cannot be read', () => {
  it('proves by its working links that another link is broken', async () => {
    const files = { ...doubtful(25, toNext(25)), 'docs/extra.md': '# E\n\n[gone](guide/gone.md)\n' };
    expect(await checked(files)).toEqual({ broken: ['docs/extra.md guide/gone.md'], links: 26, notJudged: [] });
  });

  it('does not judge its links if they prove nothing, and reports why', async () => {
    const files = { ...doubtful(2, () => ''), 'docs/extra.md': '# E\n\n[gone](guide/gone.md)\n' };
    expect(await checked(files)).toEqual({
      broken: [],
      links: 1,
      notJudged: ['1 the plugin unheard-of may add or move pages'],
    });
  });

  it('does not judge a target that several pages link to, unless it resembles an existing page', async () => {
    const agreed = doubtful(30, (page) => `${toNext(30)(page)} [made](../reference/settings.md)`);
    expect(await checked(agreed)).toMatchObject({
      broken: [],
      notJudged: ['30 the plugin unheard-of may add or move pages'],
    });
    const copied = doubtful(30, (page) => `${toNext(30)(page)} [slip](${page < 5 ? 'page1-old.md' : 'page1.md'})`);
    expect((await checked(copied)).broken).toHaveLength(5);
  });

  it('reports a misspelled name of an existing page even with little proof, but not another number', async () => {
    const files = { ...doubtful(2, () => ''), 'docs/setup.md': '# S\n', 'docs/v1.0.md': '# V\n' };
    const slips = { ...files, 'docs/extra.md': '# E\n\n[a](setp.md) [b](v2.0.md) [c](setup-guide.md) [d](setup.md)\n' };
    expect(await checked(slips)).toMatchObject({
      broken: ['docs/extra.md setp.md', 'docs/extra.md setup-guide.md'],
      notJudged: ['1 the plugin unheard-of may add or move pages'],
    });
  });

  it('still judges despite many misspelled links, unless most links into their folder are misspelled', async () => {
    const slips = doubtful(30, (page) => `${toNext(30)(page)} [slip](page${page}-old.md)`);
    expect((await checked(slips)).broken).toHaveLength(30);
    const made = doubtful(30, (page) => `[self](#p${page}) [made](page${page}-old.md)`);
    expect((await checked(made)).broken).toEqual([]);
  });

  it('does not judge a folder of which nothing is known', async () => {
    const files = doubtful(30, (page) => `${toNext(30)(page)} [made](../api/m${page}.md)`);
    expect(await checked(files)).toMatchObject({ broken: [], notJudged: [expect.stringMatching(/^30 /)] });
  });

  it('judges a new link by what the site proved before the change', async () => {
    const before = doubtful(25, toNext(25));
    const after = { ...before, 'docs/index.md': '# Home\n\n[gone](guide/gone.md)\n' };
    expect(await introduced(before, after)).toEqual(['docs/index.md:3 link-broken guide/gone.md']);
  });
});

describe('a site that is understood', () => {
  it('is judged without further proof, unless most links of a form contradict it', async () => {
    const files: Files = { 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': '# Home\n\n[gone](gone.md)\n' };
    expect((await checked(files)).broken).toEqual(['docs/index.md gone.md']);
    for (let page = 0; page < 12; page += 1)
      files[`docs/p${page}.md`] = `# P\n\n[x](made/m${page}.md) [home](index.md) [first](p0.md)\n`;
    const { broken, notJudged } = await checked(files);
    expect(broken).toEqual(['docs/index.md gone.md']);
    expect(notJudged).toEqual(['12 nothing is in the folder that several links lead to: builds may make it']);
    files['docs/made/index.md'] = '# Made\n';
    const leftOut = { ...files, '.gitignore': 'docs/made/m*\n' };
    expect(await checked(leftOut)).toMatchObject({
      broken: ['docs/index.md gone.md'],
      notJudged: ['12 git leaves the place out of the repository, as what builds make is'],
    });
    expect((await checked(files)).notJudged).toEqual(['12 links of this form do not lead where they are expected to']);
  });

  it('does not judge paths that git ignores, unless the repository has files beside them', async () => {
    const files: Files = {
      '.vitepress/config.ts': 'export default {};\n',
      '.gitignore': 'made\nkept\n',
      'index.md': '# Home\n\n[a](kept/gone.md) [b](made/gone.md)\n',
      'kept/a.md': '# A\n',
    };
    expect(await checked(files)).toMatchObject({
      broken: ['index.md kept/gone.md'],
      notJudged: ['1 git leaves the place out of the repository, as what builds make is'],
    });
  });

  it('always judges a part of the host with own pages, even if no page links to them', async () => {
    const files: Files = { '.vitepress/config.ts': 'export default {};\n', 'play/a.md': '# A\n' };
    for (const page of ['a', 'b', 'c']) files[`${page}.md`] = `# P\n\n[x](/play/gone-${page})\n`;
    expect((await checked(files)).broken).toHaveLength(3);
  });

  it('does not judge parts of the host without own pages', async () => {
    const files: Files = {
      '.vitepress/config.ts': 'export default {};\n',
      'index.md': '# Home\n\n[a](/guide/a) [b](/play) [c](/guide/none)\n',
      'guide/a.md': '# A\n',
    };
    expect(await checked(files)).toEqual({
      broken: ['index.md /guide/none'],
      links: 3,
      notJudged: ['1 nothing of this site is at /play'],
    });
  });
});

/** A page with a component and three headings, and another that links to its anchors. */
const siteWith = (component: string, anchors: string[]): Files => ({
  'docs.json': '{"navigation": {"pages": ["a", "b"]}}\n',
  'a.mdx': `---\ntitle: A\ndescription: d\n---\n<${component} />\n\n## One\n\n## Two\n\n## Three\n`,
  'b.mdx': `---\ntitle: B\ndescription: d\n---\n${anchors.map((anchor) => `[x](/a#${anchor})`).join(' ')}\n`,
});

describe('anchors without a visible source', () => {
  it('may come from a component, until the site’s links prove that it makes none', async () => {
    expect(await checked(siteWith('Chart', ['gone']))).toMatchObject({
      broken: [],
      notJudged: ['1 the component Chart may make anchors'],
    });
    expect((await checked(siteWith('Chart', ['one', 'two', 'three', 'gone']))).broken).toEqual(['b.mdx /a#gone']);
  });

  it('are not proven by misspellings of existing ones, but by existing ones with numbers', async () => {
    const proofs = ['one', 'two', 'three'];
    const slips = await checked(siteWith('Chart', [...proofs, 'one-x', 'two-x', 'three-x']));
    expect(slips.broken).toHaveLength(3);
    const numbered = await checked(siteWith('Chart', [...proofs, 'one-1', 'two-1', 'three-1']));
    expect(numbered).toMatchObject({ broken: [], notJudged: ['3 the component Chart may make anchors'] });
  });

  it('include those of included files', async () => {
    const files: Files = {
      'mkdocs.yml': 'markdown_extensions:\n  - pymdownx.snippets\n',
      'docs/index.md': '# Home\n\n[a](page.md#from-part) [b](page.md#nowhere)\n',
      'docs/page.md': '# Page\n\n--8<-- "part.md"\n',
      'part.md': '## From part\n',
    };
    expect((await checked(files)).broken).toEqual(['docs/index.md page.md#nowhere']);
  });
});
