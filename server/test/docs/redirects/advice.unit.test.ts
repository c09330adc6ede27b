import { expect, it } from 'vitest';
import { mintlify } from '../../../src/docs/kinds/mintlify/mintlify.ts';
import { vitepress } from '../../../src/docs/kinds/vitepress/vitepress.ts';
import type { Files } from '../memory-tree.ts';
import { testDocs } from '../support.ts';

const { site } = testDocs();

const vue: Files = { '.vitepress/config.js': 'export default { srcDir: "src" };\n', 'src/index.md': '# A\n' };
const mint: Files = { 'index.mdx': '# A\n', 'docs.json': '{"navigation": {"pages": ["index"]}, "redirects": []}' };

it.each([
  ['_redirects among what is served', { ...vue, 'src/public/_redirects': '/a /b\n' }, 'src/public/_redirects'],
  ['vercel.json', { ...vue, 'vercel.json': '{"redirects": []}' }, 'vercel.json'],
  ['netlify.toml', { ...vue, 'netlify.toml': '[[redirects]]\nfrom = "/a"\nto = "/b"\n' }, 'netlify.toml'],
  [
    'another file of Mintlify',
    {
      ...mint,
      'docs.json': '{"navigation": {"pages": ["index"]}, "redirects": {"$ref": "./redirects.json"}}',
      'redirects.json': '[]',
    },
    'redirects.json',
  ],
])('names the file of redirects that a site has: %s', async (_, files, path) => {
  expect(await site(files).advice()).toContain(` This site keeps its redirects in \`${path}\`.`);
});

it.each([
  ['there is none', vue, vitepress],
  ['it is where the kind has it', mint, mintlify],
])('adds nothing if %s', async (_, files, { advice }) => {
  expect(await site(files).advice()).toBe(advice);
});
