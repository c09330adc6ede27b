import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';

const { site } = testDocs();

describe('files in languages that are not read', () => {
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

  it('are counted in what a site makes pages of, without what it leaves out', async () => {
    const conf = {
      'docs/conf.py': 'extensions = ["myst_parser"]\nexclude_patterns = ["c"]\n',
      'docs/index.md': '# I\n',
    };
    expect((await site({ ...files, ...conf }).site()).leftAlone).toEqual([{ kind: 'reStructuredText', files: 1 }]);
  });
});
