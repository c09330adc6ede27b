import { describe, expect, it } from 'vitest';
import { treeOf } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { engine, site } = testDocs();

describe('files in unsupported languages', () => {
  const files = {
    'docs/a.md': '# A\n',
    'docs/b.rst': 'B\n',
    'docs/c/d.adoc': '= D\n',
    'docs/c/e.asciidoc': '= E\n',
    'docs/.hidden/f.rst': 'F\n',
    'node_modules/x/README.rst': 'X\n',
    'other/g.rst': 'G\n',
  };

  it('are counted in the docs folder', async () => {
    expect((await site(files, 'docs').site()).leftAlone).toEqual([
      { kind: 'reStructuredText', files: 1 },
      { kind: 'AsciiDoc', files: 2 },
    ]);
    expect((await site({ 'a.md': '# A\n' }).site()).leftAlone).toEqual([]);
  });

  it('are counted in the folders of the site’s pages, without what the site excludes', async () => {
    const conf = {
      'docs/conf.py': 'extensions = ["myst_parser"]\nexclude_patterns = ["c"]\n',
      'docs/index.md': '# I\n',
    };
    expect((await site({ ...files, ...conf }).site()).leftAlone).toEqual([{ kind: 'reStructuredText', files: 1 }]);
  });
});

describe('what could not be judged besides links', () => {
  const page = `import A from '~/a.mdx';\nimport B from '~/b.mdx';\n\n# A\n`;
  const files = {
    'docusaurus.config.js': `module.exports = { presets: [['classic', {}]] };\n`,
    'docs/a.mdx': '# A\n',
    'docs/data.json': '{{ made }}\n',
  };
  const noAlias = { what: 'import', because: 'it has an alias that no configuration explains' };

  it('is reported with its reason and an example, the most frequent first', async () => {
    const { coverage } = await site({ ...files, 'docs/a.mdx': page }).check();
    expect(coverage).toMatchObject({ site: { label: 'Docusaurus', isRecognised: true } });
    expect(coverage.others).toEqual([
      { ...noAlias, count: 2, example: 'docs/a.mdx ~/a.mdx' },
      { what: 'data file', because: 'it is a template', count: 1, example: 'docs/data.json' },
    ]);
  });

  it('includes only what a change touches', async () => {
    const after = treeOf({ ...files, 'docs/a.mdx': page });
    const { coverage } = await engine.compare({ before: treeOf(files), after, folder: '' });
    expect(coverage.others).toEqual([{ ...noAlias, count: 2, example: 'docs/a.mdx ~/a.mdx' }]);
    expect((await site({ 'a.md': '# A\n' }).check()).coverage).toMatchObject({
      site: { isRecognised: false },
      others: [],
    });
  });
});
