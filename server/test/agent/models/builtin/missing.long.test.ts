import { describe, expect, test } from 'vitest';
import { changes, docsJobs, mintlify } from './docs-jobs.ts';

const { engine, jobOn } = docsJobs();

describe('what is missing', () => {
  test('titles and descriptions in front matter, where the pages have it', async () => {
    const job = jobOn({
      ...mintlify,
      'guides/none.mdx': 'Just words here. And more.\n',
      'guides/heading.mdx':
        '---\nicon: star\n---\n\n# The heading\n\n<Card title="Not this." />\n\nA *first* sentence: with `code`! More.\n',
      'guides/empty.mdx': '---\ntitle: ""\ndescription: "d"\n---\n\n## Setup\n\ntext\n\n## Usage\n',
      'guides/spec.mdx': '---\nopenapi: "GET /x"\n---\n',
      'guides/silent.mdx': '---\ntitle: "Silent"\n---\n\n```\ncode\n```\n',
    });
    const closing = await job.prompt('Add missing titles and descriptions');
    expect(changes(job)).toEqual({
      'guides/none.mdx': '---\ntitle: None\ndescription: Just words here.\n---\n\nJust words here. And more.\n',
      'guides/heading.mdx':
        '---\ntitle: The heading\ndescription: "A first sentence: with code!"\nicon: star\n---\n\n# The heading\n\n<Card title="Not this." />\n\nA *first* sentence: with `code`! More.\n',
      'guides/empty.mdx': '---\ntitle: "Empty"\ndescription: "d"\n---\n\n## Setup\n\ntext\n\n## Usage\n',
    });
    expect(closing).toContain('- guides/silent.mdx: it has no prose to take a description from');
    expect(await job.introduced()).toEqual([]);
  });

  test('titles as headings, where the pages have those', async () => {
    const job = jobOn({
      'mkdocs.yml': 'site_name: Acme\n',
      'docs/index.md': '# Acme\n\nText.\n',
      'docs/a.md': '# A\n\nText.\n',
      'docs/set-up.md': 'Text.\n\n## More\n',
    });
    await job.prompt('Add missing titles');
    expect(changes(job)).toEqual({ 'docs/set-up.md': '# Set up\n\nText.\n\n## More\n' });
  });

  test('titles only on pages where readers see none', async () => {
    const pages = {
      'top.md': '# Top\n',
      'html.md': '<h1 align="center">Html</h1>\n\n## A\n\n## B\n',
      'lower.md': '## Lower\n\n### A\n\n### B\n',
      'part.md': '<!--@include: ./top.md-->\n',
    };
    const titled = { 'a.md': '---\ntitle: A\n---\n', 'b.md': '---\ntitle: B\n---\n', 'c.md': '---\ntitle: C\n---\n' };
    const job = jobOn({
      '.vitepress/config.ts': 'export default {}',
      ...pages,
      ...Object.fromEntries(
        Object.entries(titled).flatMap(([name, text]) => [1, 2, 3].map((n) => [`${n}${name}`, text])),
      ),
      'none.md': '## First\n\n## Second\n',
    });
    const { problems } = await engine.of(job.tree, { folder: '' }).check();
    expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['none.md title-missing']);
    await job.prompt('Add missing titles');
    expect(changes(job)).toEqual({ 'none.md': '---\ntitle: None\n---\n\n## First\n\n## Second\n' });
  });

  test('an mdBook has no place for descriptions', async () => {
    const job = jobOn({
      'book.toml': '[book]\ntitle = "x"\n',
      'src/SUMMARY.md': '# Summary\n\n- [A](a.md)\n',
      'src/a.md': '# A\n\nText.\n',
    });
    await expect(job.prompt('Add missing descriptions')).rejects.toMatchObject({
      code: 'instruction_not_applicable',
      message: 'mdBook reads no front matter of pages, so there is no place for descriptions.',
    });
  });

  test('a title must be in front matter if the kind reads it only there', async () => {
    const heading = '# Setup\n\nText.\n';
    const job = jobOn({
      'source.config.ts':
        "import { defineDocs } from 'fumadocs-mdx/config';\nexport const { docs } = defineDocs({ dir: 'content/docs' });\n",
      'lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });\n",
      'package.json': '{ "dependencies": { "fumadocs-core": "16.0.0" } }',
      'content/docs/index.mdx': heading,
    });
    await job.prompt('Add missing titles');
    expect(changes(job)).toEqual({ 'content/docs/index.mdx': `---\ntitle: Setup\n---\n\n${heading}` });
  });
});
