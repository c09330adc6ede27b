import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';

const { introduced, problems } = testDocs();

describe('include-missing', () => {
  const mkdocs = {
    'mkdocs.yml':
      'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [docs/parts, "."]\n      check_paths: true\nplugins:\n  - include-markdown\n',
    'docs/index.md': '# Home\n\n--8<-- "a.md"\n\n{% include-markdown "../README.md" %}\n',
    'docs/parts/a.md': '# Words\n',
    'README.md': '# Read me\n',
  };
  const mdbook = {
    'book.toml': '[book]\ntitle = "X"\n',
    'src/SUMMARY.md': '- [A](a.md)\n',
    'src/a.md': '# A\n\n```rust\n{{#include ../code/a.rs}}\n```\n',
    'code/a.rs': 'fn main() {}\n',
  };
  const vitepress = {
    '.vitepress/config.ts': 'export default {};\n',
    'a.md': '# A\n\n<!--@include: ./parts/b.md-->\n\n<<< @/c.ts\n',
    'parts/b.md': '# B\n',
    'c.ts': 'x\n',
  };

  it.each([
    ['mkdocs', mkdocs, 'docs/parts/a.md', 'docs/index.md:3 include-missing a.md'],
    ['mkdocs with a plugin', mkdocs, 'README.md', 'docs/index.md:5 include-missing ../README.md'],
    ['mdbook', mdbook, 'code/a.rs', 'src/a.md:4 include-missing ../code/a.rs'],
    ['vitepress', vitepress, 'parts/b.md', 'a.md:3 include-missing ./parts/b.md'],
    ['vitepress, with code', vitepress, 'c.ts', 'a.md:5 include-missing @/c.ts'],
  ])(
    'finds the unchanged page whose part a change removed, in %s',
    async (_, files: Record<string, string>, path, reported) => {
      expect((await problems(files)).filter((line) => line.includes('include-missing'))).toEqual([]);
      const after = Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
      expect(await introduced(files, after)).toEqual([reported]);
    },
  );

  it('finds missing includes of a new page, and of all pages when the configuration changes folders', async () => {
    const page = '# B\n\n--8<-- "gone.md"\n';
    expect(await introduced(mkdocs, { ...mkdocs, 'docs/b.md': page })).toEqual(['docs/b.md:3 include-missing gone.md']);
    const config = mkdocs['mkdocs.yml'].replace('docs/parts, ', '');
    expect(await introduced(mkdocs, { ...mkdocs, 'mkdocs.yml': config })).toEqual([
      'docs/index.md:3 include-missing a.md',
    ]);
  });

  it('does not judge what the configuration omits, computes, or keeps outside the repository', async () => {
    const page = '# B\n\n--8<-- "gone.md"\n';
    const without = { ...mkdocs, 'mkdocs.yml': 'site_name: X\n', 'docs/index.md': '# Home\n' };
    expect(await introduced(without, { ...without, 'docs/b.md': page })).toEqual([]);
    const computed = { ...mkdocs, 'mkdocs.yml': mkdocs['mkdocs.yml'].replace('"."', '!relative $docs_dir') };
    expect(await introduced(computed, { ...computed, 'docs/b.md': page })).toEqual([]);
    const made = { ...mkdocs, '.gitignore': 'gone.md\n' };
    expect(await introduced(made, { ...made, 'docs/b.md': page })).toEqual([]);
  });
});
