import { openDocs } from '../../../src/docs/engine.ts';
import type { NewCode } from '../../../src/docs/engine.ts';
import { treeOf, type Files } from '../memory-tree.ts';

let engine: ReturnType<typeof openDocs> | undefined;

/** Test files share this module, so the next one that needs an engine opens another. */
export async function closeEngine(): Promise<void> {
  const closing = engine;
  engine = undefined;
  await closing?.close();
}

/** Returns the code that a change of some files brings; null deletes a file. */
export async function brought(before: Files, change: Record<string, string | null>, folder = ''): Promise<NewCode[]> {
  const kept = Object.entries({ ...before, ...change }).filter((entry): entry is [string, string] => entry[1] !== null);
  const trees = { before: treeOf(before), after: treeOf(Object.fromEntries(kept)), folder };
  engine ??= openDocs({ workers: 1, timeoutMilliseconds: 20_000 });
  return await engine.newCode(trees, (text, most) => Promise.resolve(filesWith(before, text).slice(0, most)));
}

function filesWith(files: Files, text: string): string[] {
  return Object.entries(files).flatMap(([path, content]) => (String(content).includes(text) ? [path] : []));
}

/** Formats each piece as `where it runs, kind, line`. */
export function reported(found: NewCode[]): string[] {
  return found.map(({ runs, kind, line }) => `${runs} ${kind} ${line}`);
}

/** A site of each kind, with the code that its pages already have. */
export const sites = {
  docusaurus: {
    'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { path: 'docs' } }]] };\n",
    'docs/used.mdx':
      "import Widget from '../src/Widget';\nimport { useData } from '@site/src/data';\n\n<Widget on={useData('a')} src={useBaseUrl('/a.png')} />\n\n<iframe src=\"https://www.youtube.com/embed/a\"></iframe>\n\n```js\nimport { execSync } from 'child_process';\nexecSync('ls');\n```\n",
    'docs/page.mdx': '# Page\n\nText.\n',
    'docs/deep/page.md': '# Page\n\nText.\n',
  },
  vitepress: {
    '.vitepress/config.ts': "export default { title: 'A' };\n",
    'used.md':
      "<script setup>\nimport Counter from './Counter.vue'\nconst n = ref(0)\n</script>\n\n<Counter />\n\n{{ site(1) }}\n",
    'page.md': '# Page\n\nText.\n',
  },
  mkdocs: {
    'mkdocs.yml': 'site_name: A\nplugins:\n  - macros\n',
    'docs/used.md': '{{ version("a") }}\n',
    'docs/page.md': '# Page\n',
  },
  sphinx: {
    'conf.py': "project = 'A'\nextensions = ['myst_parser']\n",
    'index.rst': 'A\n=\n\n.. autofunction:: acme.run\n',
    'page.md': '# Page\n',
  },
  hugo: {
    'hugo.toml': "title = 'A'\n",
    'content/used.md': '---\ntitle: A\n---\n{{< alert >}}a{{< /alert >}}\n',
    'content/page.md': '---\ntitle: A\n---\n# Page\n',
  },
  mdbook: { 'book.toml': "[book]\nsrc = 'src'\n", 'src/SUMMARY.md': '- [A](page.md)\n', 'src/page.md': '# Page\n' },
  docsify: { 'index.html': '<script>window.$docsify = {}</script>\n', 'page.md': '# Page\n' },
  eleventy: { 'eleventy.config.js': 'export default () => {};\n', 'docs/page.md': '# Page\n' },
  plain: {
    'docs/page.md': '# Page\n',
    'docs/part.html': '<b>was here</b>\n',
    'docs/logo.svg': '<svg></svg>\n',
    'docs/data.yml': 'title: A\n',
  },
} satisfies Record<string, Files>;
