import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';

const { introduced, problems } = testDocs();

const docusaurus = {
  'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };\n',
  'docs/a.md': "import Part from './_part.mdx';\nimport Box from '@site/src/Box';\n\n# A\n\n<Part />\n",
  'docs/_part.mdx': 'Words\n',
  'src/Box.tsx': 'export default () => null;\n',
};

const vitepress = {
  '.vitepress/config.ts': "export default { vite: { resolve: { alias: { '~': './src', '@': compute() } } } };\n",
  'guide/a.md': `# A\n\n<script setup lang="ts">\nimport type { Kind } from './kind'\nimport Box from './Box.vue'\nconst x: Kind = 1\n</script>\n`,
  'guide/kind.ts': 'export type Kind = number;\n',
  'guide/Box.vue': '<template />\n',
};

const mintlify = {
  'docs.json': '{ "navigation": { "pages": ["a"] } }',
  'a.mdx': '---\ntitle: A\ndescription: A\n---\nimport Part from "/snippets/part.mdx";\n\n<Part />\n',
  'snippets/part.mdx': 'Words\n',
};

const starlight = {
  'astro.config.mjs': "export default defineConfig({ integrations: [starlight({ title: 'X' })] });\n",
  'tsconfig.json': '{\n  // paths\n  "extends": "./base.json",\n}\n',
  'base.json': '{ "compilerOptions": { "paths": { "@parts/*": ["./src/parts/*"], "*": ["./types/*"] } } }',
  'src/content/docs/a.mdx': `---\ntitle: A\ndescription: A\n---\nimport Box from '@parts/Box.astro';\nimport { Card } from '@astrojs/starlight/components';\nimport raw from '../../../code.js?raw';\n\n<Box />\n`,
  'src/parts/Box.astro': '<div />\n',
  'code.js': 'x\n',
};

function without<T extends Record<string, string>>(files: T, path: keyof T): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
}

describe('import-missing', () => {
  it.each([
    ['docusaurus', docusaurus],
    ['vitepress', vitepress],
    ['mintlify', mintlify],
    ['starlight', starlight],
  ])('reports nothing for a site of %s whose imports exist', async (_, files) => {
    expect((await problems(files)).filter((line) => line.includes('import-missing'))).toEqual([]);
  });

  it('finds a missing import of a changed page, with its line', async () => {
    const text = docusaurus['docs/a.md'].replace('_part', '_parts').replace('src/Box', 'src/Boxes');
    expect(await introduced(docusaurus, { ...docusaurus, 'docs/a.md': text })).toEqual([
      'docs/a.md:1 import-missing ./_parts.mdx',
      'docs/a.md:2 import-missing @site/src/Boxes',
    ]);
  });

  it.each([
    ['the part of a page', docusaurus, 'docs/_part.mdx', 'docs/a.md:1 import-missing ./_part.mdx'],
    ['a component behind an alias', docusaurus, 'src/Box.tsx', 'docs/a.md:2 import-missing @site/src/Box'],
    ['a component of Vue', vitepress, 'guide/Box.vue', 'guide/a.md:5 import-missing ./Box.vue'],
    ['types', vitepress, 'guide/kind.ts', 'guide/a.md:4 import-missing ./kind'],
    ['a snippet of Mintlify', mintlify, 'snippets/part.mdx', 'a.mdx:5 import-missing /snippets/part.mdx'],
    [
      'what an alias of TypeScript leads to',
      starlight,
      'src/parts/Box.astro',
      'src/content/docs/a.mdx:5 import-missing @parts/Box.astro',
    ],
    [
      'a file that is imported as text',
      starlight,
      'code.js',
      'src/content/docs/a.mdx:7 import-missing ../../../code.js?raw',
    ],
  ])(
    'finds the unchanged page when the change removed %s',
    async (_, files: Record<string, string>, path, reported) => {
      expect(await introduced(files, without(files, path))).toEqual([reported]);
    },
  );

  it('finds broken relative imports of a moved page, but not those that were broken before', async () => {
    const { 'guide/a.md': text, ...rest } = vitepress;
    expect(await introduced(vitepress, { ...rest, 'guide/inner/a.md': text })).toEqual([
      'guide/inner/a.md:4 import-missing ./kind',
      'guide/inner/a.md:5 import-missing ./Box.vue',
    ]);
    const broken = { ...rest, 'guide/a.md': text.replace('./Box.vue', '../lib/Box.vue') };
    const { 'guide/a.md': moved, ...others } = broken;
    expect(await introduced(broken, { ...others, 'guide/b.md': moved })).toEqual([]);
  });

  it('finds pages whose imports break when an alias changes', async () => {
    const own = starlight['base.json'].replace('src/parts', 'src/components');
    expect(await introduced(starlight, { ...starlight, 'tsconfig.json': own })).toEqual([
      'src/content/docs/a.mdx:5 import-missing @parts/Box.astro',
    ]);
  });

  it('ignores packages, unknown aliases, code, comments and generated files', async () => {
    const script = [
      "import { ref } from 'vue'",
      "import data from '@/gone.ts'",
      "import other from '~/gone.ts'",
      "import theme from '#gone'",
      "// import x from './gone.ts'",
      'const code = `',
      "import x from './gone.ts'",
      '`',
      "import made from '../.vitepress/cache/made.js'",
      "import ignored from './types.generated.ts'",
    ].join('\n');
    const page = `# B\n\n<script setup>\n${script}\n</script>\n\n\`\`\`vue\n<script>\nimport x from './gone.ts'\n</script>\n\`\`\`\n`;
    const before = { ...vitepress, '.gitignore': '# made\n*\n!guide\n*.generated.ts\n/out\n' };
    const reported = await introduced(before, { ...before, 'guide/b.md': page });
    expect(reported).toEqual(['guide/b.md:6 import-missing ~/gone.ts']);
    const mdx = "# B\n\n```js\nimport x from './gone.js';\n```\n\n`import x from './gone.js'`\n";
    expect(await introduced(docusaurus, { ...docusaurus, 'docs/b.mdx': mdx })).toEqual([]);
  });

  it('follows the endings, index files and spellings that bundlers follow', async () => {
    const imports = ["'./lib'", "'./kind.js'", "'./a\\_b.mdx'", "'!!raw-loader!./_part.mdx'", "'..//docs/./lib/'"];
    const page = `${imports.map((target, at) => `import x${at} from ${target};`).join('\n')}\n\n# B\n`;
    const files = { 'docs/lib/index.jsx': '', 'docs/kind.ts': '', 'docs/a_b.mdx': '# Words\n' };
    expect(await introduced(docusaurus, { ...docusaurus, ...files, 'docs/b.mdx': page })).toEqual([]);
  });
});
