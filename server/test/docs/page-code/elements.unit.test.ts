import { afterAll, expect, test } from 'vitest';
import { brought, closeEngine, sites, reported } from './rig.ts';

afterAll(closeEngine);

test.each<readonly [site: keyof typeof sites, path: string, text: string, expected: string]>([
  ['vitepress', 'page.md', '## Title { onmouseover="go()" }\n', 'reader handler 1'],
  ['vitepress', 'page.md', '[a](./used.md){onclick="go()"}\n', 'reader handler 1'],
  ['mkdocs', 'docs/page.md', '[a](used.md){: onclick="go()" }\n', 'reader handler 1'],
  ['mkdocs', 'docs/page.md', '[a](used.md){:onclick=go() .b}\n', 'reader handler 1'],
  ['mkdocs', 'docs/page.md', 'Text\n{: onclick="go()" }\n', 'reader handler 2'],
  ['mkdocs', 'docs/page.md', '[a](used.md){ href="javascript:go()" }\n', 'reader address 1'],
  ['sphinx', 'index.rst', 'A\n=\n\n`a <javascript:go()>`_\n', 'reader address 4'],
  ['sphinx', 'index.rst', 'A\n=\n\n.. _a: javascript:go()\n', 'reader address 4'],
  ['sphinx', 'index.rst', 'A\n=\n\n.. image:: a.png\n   :target: javascript:go()\n', 'reader address 5'],
  ['sphinx', 'page.md', '```{eval-rst}\n`a <javascript:go()>`_\n```\n', 'reader address 1'],
  ['docusaurus', 'docs/page.mdx', '<script>{`go()`}</script>\n', 'reader script 1'],
  ['docusaurus', 'docs/page.mdx', '<Tabs>\n  <script type="module">go</script>\n</Tabs>\n', 'reader script 2'],
  ['docusaurus', 'docs/page.mdx', '<Fragment set:html={"<b>a</b>"} />\n', 'reader script 1'],
])('%s: %s: %j brings code to readers', async (site, path, text, expected) => {
  expect(reported(await brought(sites[site], { [path]: text }))).toEqual([expected]);
});

test('substitutions of MyST run where the site sets them up', async () => {
  const text = "{{ ''.__class__.__mro__ }}\n";
  expect(await brought(sites.sphinx, { 'page.md': text })).toEqual([]);
  const conf = "extensions = ['myst_parser']\nmyst_enable_extensions = ['substitution']\n";
  const files = { ...sites.sphinx, 'conf.py': conf };
  expect(reported(await brought(files, { 'page.md': text }))).toEqual(['build template 1']);
  expect(await brought(files, { 'page.md': '{{ version }}\n' })).toEqual([]);
});

test.each<readonly [site: keyof typeof sites, path: string, text: string]>([
  [
    'mkdocs',
    'docs/page.md',
    '[a](used.md){ .md-button title="a" }\n\n```\n{ onclick="go()" }\n```\n\n`{ onclick="go()" }`\n',
  ],
  ['vitepress', 'page.md', '# Title {#id .a data-on="b"}\n'],
  ['docusaurus', 'docs/page.mdx', '<script type="application/ld+json">{"a"}</script>\n'],
])('%s: %s: %j brings no code', async (site, path, text) => {
  expect(await brought(sites[site], { [path]: text })).toEqual([]);
});
