import { describe, expect, it } from 'vitest';
import { contents, testDocs } from './support.ts';

const { site, introduced } = testDocs();

type Files = Record<string, string>;

/** Returns the edits of a move, and expects that the tree with them has no broken link that was not broken before. */
async function moved(files: Files, from: string, to: string): Promise<Files> {
  const edits = contents(await site(files).planMove(from, to));
  const { [from]: own = '', ...others } = files;
  expect(await introduced(files, { ...others, [to]: own, ...edits })).toEqual([]);
  return edits;
}

const vitepress = {
  '.vitepress/config.ts': "export default { vite: { resolve: { alias: { '~': './src' } } } };\n",
  'guide/a.md': `# A\n\n<!--@include: ./parts/x.md{1,2}-->\n\n<<< @/guide/code.ts#here {ts}\n\n<script setup lang="ts">\nimport type { Kind } from "./kind"\nimport Box from './Box.vue'\nimport other from '~/other'\nimport text from './code.ts?raw'\nimport gone from './gone.js'\nimport { ref } from 'vue'\n</script>\n`,
  'guide/kind.ts': 'export type Kind = 1;\n',
  'guide/code.ts': '// #region here\n',
  'guide/Box.vue': '<template />\n',
  'guide/parts/x.md': 'Words\n',
  'src/other.ts': '',
};

describe('planMove of pages with parts', () => {
  it('keeps what a moved page of VitePress includes', async () => {
    const { 'deep/er/b.md': page } = await moved(vitepress, 'guide/a.md', 'deep/er/b.md');
    expect(page).toBe(
      `# A\n\n<!--@include: ../../guide/parts/x.md{1,2}-->\n\n<<< @/guide/code.ts#here {ts}\n\n<script setup lang="ts">\nimport type { Kind } from "../../guide/kind"\nimport Box from '../../guide/Box.vue'\nimport other from '~/other'\nimport text from '../../guide/code.ts?raw'\nimport gone from '../../guide/gone.js'\nimport { ref } from 'vue'\n</script>\n`,
    );
  });

  it.each([
    ['guide/Box.vue', 'lib/Box.vue', "'./Box.vue'", "'../lib/Box.vue'"],
    ['guide/kind.ts', 'guide/kinds/index.ts', '"./kind"', '"./kinds"'],
    ['src/other.ts', 'src/deep/another.ts', "'~/other'", "'~/deep/another'"],
    ['src/other.ts', 'lib/other.ts', "'~/other'", "'../lib/other'"],
    ['guide/parts/x.md', 'guide/parts/y.md', './parts/x.md', './parts/y.md'],
  ])('repoints a page of VitePress when %s becomes %s', async (from, to, was, is) => {
    expect(await moved(vitepress, from, to)).toMatchObject({
      'guide/a.md': vitepress['guide/a.md'].replace(was, is),
    });
  });

  it('repoints every place that names a moved file', async () => {
    expect(await moved(vitepress, 'guide/code.ts', 'code/main.ts')).toMatchObject({
      'guide/a.md': vitepress['guide/a.md']
        .replace('@/guide/code.ts', '@/code/main.ts')
        .replace('./code.ts?raw', '../code/main.ts?raw'),
    });
  });

  it.each<[string, Files, [string, string], Files]>([
    [
      'Docusaurus',
      {
        'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
        'docs/a.md': "import Part from './_part.mdx';\nimport Box from '@site/docs/_part.mdx';\n\n# A\n",
        'docs/_part.mdx': 'Words\n',
      },
      ['docs/_part.mdx', 'docs/parts/_part.mdx'],
      { 'docs/a.md': "import Part from './parts/_part.mdx';\nimport Box from '@site/docs/parts/_part.mdx';\n\n# A\n" },
    ],
    [
      'Mintlify',
      {
        'docs.json': '{ "navigation": { "pages": ["a"] } }',
        'a.mdx':
          '---\ntitle: A\ndescription: A\n---\nimport Part from "/snippets/part.mdx";\n\n<Part />\n<Snippet file="part.mdx" />\n',
        'snippets/part.mdx': 'Words\n',
      },
      ['snippets/part.mdx', 'snippets/in/part.mdx'],
      {
        'a.mdx':
          '---\ntitle: A\ndescription: A\n---\nimport Part from "/snippets/in/part.mdx";\n\n<Part />\n<Snippet file="in/part.mdx" />\n',
      },
    ],
    [
      'MkDocs',
      {
        'mkdocs.yml': 'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: docs/parts\n',
        'docs/a.md': '# A\n\n--8<-- "x.md:2:3"\n',
        'docs/parts/x.md': '# X\n',
      },
      ['docs/parts/x.md', 'docs/parts/in/x.md'],
      { 'docs/a.md': '# A\n\n--8<-- "in/x.md:2:3"\n' },
    ],
    [
      'mdBook',
      {
        'book.toml': '[book]\ntitle = "X"\n',
        'src/SUMMARY.md': '- [A](a.md)\n',
        'src/a.md': '# A\n\n```rust\n{{#include ../code/a.rs:10:20}}\n```\n',
        'code/a.rs': 'fn main() {}\n',
      },
      ['src/a.md', 'src/in/a.md'],
      {
        'src/SUMMARY.md': '- [A](in/a.md)\n',
        'src/in/a.md': '# A\n\n```rust\n{{#include ../../code/a.rs:10:20}}\n```\n',
      },
    ],
  ])('keeps the spelling of %s', async (_, files, [from, to], edits) => {
    expect(await moved(files, from, to)).toMatchObject(edits);
  });
});
