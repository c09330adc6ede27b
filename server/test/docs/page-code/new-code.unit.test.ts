import { afterAll, describe, expect, test } from 'vitest';
import { isSurelySame } from '../../../src/docs/page-code/quick.ts';
import { brought, closeEngine, sites, reported } from './rig.ts';

afterAll(closeEngine);

type Case = readonly [site: keyof typeof sites, path: string, text: string, expected: string];

describe('code that a change brings', () => {
  test.each<Case>([
    ['docusaurus', 'docs/page.mdx', "import cp from 'child_process';\n\n# Page\n", 'build import 1'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n{require('child_process').execSync('id')}\n", 'build call 3'],
    ['docusaurus', 'docs/page.mdx', '# Page\n\nA {process.env.TOKEN} b.\n', 'build call 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n{[].constructor.constructor('return 1')()}\n", 'build call 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n{['id'].map(eval)}\n", 'build call 3'],
    ['docusaurus', 'docs/page.mdx', '# Page\n\nexport const a = fetch`https://evil.example`;\n', 'build call 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\nexport * from 'evil';\n", 'build import 3'],
    ['docusaurus', 'docs/page.mdx', '# Page\n\n<b onClick={() => steal()}>x</b>\n', 'reader handler 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n<div dangerouslySetInnerHTML={{ __html: 'x' }} />\n", 'build call 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n<div {...{ title: 'x' }} />\n", 'build call 3'],
    ['docusaurus', 'docs/page.mdx', '# Page\n\n<script src="https://evil.example/a.js"></script>\n', 'reader script 3'],
    ['docusaurus', 'docs/page.mdx', '# Page\n\n{<iframe src="https://evil.example" />}\n', 'reader embed 3'],
    ['docusaurus', 'docs/page.mdx', '# Page\n\n[x](javascript:alert`1`)\n', 'reader address 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\nimport x from '!!raw-loader!../.env.md';\n", 'build import 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n{/* a */ require('child_process') /* b */}\n", 'build call 3'],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n```mdx-code-block\nimport fs from 'fs';\n```\n", 'build import 4'],
    ['docusaurus', 'docs/deep/page.md', '# Page\n\n````mdx-code-block\n{run(1)}\n````\n', 'build unreadable 1'],
    ['vitepress', 'page.md', `# Page {:title="constructor.constructor('return 1')()"}\n`, 'build call 1'],
    ['vitepress', 'page.md', '[a](./used.md){.b @click="steal()"}\n', 'reader handler 1'],
    ['mkdocs', 'docs/page.md', '# Page\n\n{! ../../.env !}\n', 'build outside 3'],
    ['mdbook', 'src/page.md', '{{#template ../../.env}}\n', 'build outside 1'],
    ['mkdocs', 'docs/page.md', '# Page\n\n```python exec="on"\nimport os\n```\n', 'build directive 3'],
    ['mdbook', 'src/page.md', '# Page\n\n<!-- cmdrun id -->\n', 'build directive 3'],
    ['sphinx', 'index.rst', 'A\n=\n\n.. role:: html(raw)\n   :format: html\n', 'reader directive 4'],
    ['sphinx', 'index.rst', 'A\n=\n\n.. math::\n\n   \\href{javascript:go()}{a}\n', 'reader address 6'],
    ['plain', 'docs/page.md', '# Page\n\n$\\href{javascript:go()}{a}$\n', 'reader address 3'],
    // Our parser rejects it as MDX because of `<https:`, and what resembles a fence is none.
    [
      'docusaurus',
      'docs/page.mdx',
      '<https://a.b>\n\n{/*\n```\n*/}\n\nexport const a = run();\n\n{/*\n```\n*/}\n',
      'build call 7',
    ],
    [
      'docusaurus',
      'docs/page.mdx',
      '<https://a.b>\n\n{`\n```\n`}\n\nexport const a = run();\n\n{`\n```\n`}\n',
      'build call 3',
    ],
    [
      'docusaurus',
      'docs/page.mdx',
      '<https://a.b>\n\n<b title="\n```\n" />\n\nexport const a = run();\n\n```\n\n```\n',
      'build call 7',
    ],
    ['docusaurus', 'docs/page.mdx', '<https://a.b>\n\n```\n```\n\nexport const a = run();\n', 'build call 6'],
    ['docusaurus', 'docs/page.mdx', '---js\n{ title: run() }\n---\n# Page\n', 'build setting 1'],
    ['docusaurus', 'docs/deep/page.md', "import cp from 'child_process';\n\n# Page\n", 'build import 1'],
    ['vitepress', 'page.md', "<script setup>\nimport fs from 'node:fs'\n</script>\n", 'build import 2'],
    ['vitepress', 'page.md', "# Page\n\n{{ constructor.constructor('return 1')() }}\n", 'build call 3'],
    ['vitepress', 'page.md', '# Page\n\n<b :title="steal(1)">x</b>\n', 'build call 3'],
    ['vitepress', 'page.md', '# Page\n\n<b .title="steal(1)">x</b>\n', 'build call 3'],
    ['vitepress', 'page.md', '# Page\n\n<b v-for="{ a = steal(1) } in [{}]">x</b>\n', 'build call 3'],
    ['vitepress', 'page.md', '# Page\n\n<b v-for="a in steal(1)">x</b>\n', 'build call 3'],
    ['vitepress', 'page.md', '# Page\n\n<A #b="{ a = steal(1) }">x</A>\n', 'build call 3'],
    ['vitepress', 'page.md', '# Page\n\n<b @click="a = 1">x</b>\n', 'reader handler 3'],
    ['vitepress', 'page.md', '# Page\n\n```js-vue\n{{ steal(1) }}\n```\n', 'build call 4'],
    [
      'vitepress',
      'page.md',
      '---\nhead:\n  - - script\n    - src: https://evil.example/a.js\n---\n',
      'reader setting 4',
    ],
    ['vitepress', 'page.md', '# Page\n\n<<< ../../../etc/passwd\n', 'build outside 3'],
    ['vitepress', 'page.md', '# Page\n\n<!--@include: ./.git/config-->\n', 'build outside 3'],
    ['mkdocs', 'docs/page.md', '# Page\n\n```\n{{ run("id") }}\n```\n', 'build template 4'],
    ['sphinx', 'page.md', '# Page\n\n```{code-cell}\nimport os\n```\n', 'build directive 3'],
    ['sphinx', 'page.md', '# Page\n\n```{eval-rst}\n.. program-output:: id\n```\n', 'build directive 3'],
    ['sphinx', 'index.rst', 'A\n=\n\n.. automodule:: antigravity\n', 'build directive 4'],
    ['sphinx', 'index.rst', 'A\n=\n\n.. raw:: html\n\n   <script>steal()</script>\n', 'reader script 4'],
    ['sphinx', 'index.rst', 'A\n=\n\n.. literalinclude:: ../../../etc/passwd\n', 'build outside 4'],
    ['sphinx', 'index.rst', 'A\n=\n\n.. csv-table:: A\n   :file: /etc/passwd\n', 'build outside 4'],
    ['sphinx', 'index.rst', 'A\n=\n\n.. literalinclude:: a.py\n   :diff: ../.env\n', 'build outside 4'],
    ['hugo', 'content/page.md', '---\ntitle: A\n---\n{{< unknown >}}\n', 'reader template 4'],
    ['mdbook', 'src/page.md', '# Page\n\n{{#include ../.git/config}}\n', 'build outside 3'],
    ['mdbook', 'src/page.md', '# Page\n\n{{#include /srv/token}}\n', 'build outside 3'],
    ['docsify', 'page.md', "# Page\n\n[a](https://evil.dev/a.md ':include')\n", 'reader include 3'],
    ['plain', 'docs/page.md', '# Page\n\n<img src=x onerror=alert(1)>\n', 'reader handler 3'],
    ['plain', 'docs/page.md', '# Page\n\n<div\n><img/ONERROR=alert(1)></div>\n', 'reader handler 4'],
    ['plain', 'docs/page.md', '# Page\n\n<a href="java&#x73;cript&colon;a">x</a>\n', 'reader address 3'],
    ['plain', 'docs/page.md', '# Page\n\n<a href="java\tscript:a">x</a>\n', 'reader address 3'],
    ['plain', 'docs/page.md', '# Page\n\n[x](<JaVaScRiPt:a>)\n', 'reader address 3'],
    ['plain', 'docs/page.md', '# Page\n\n<vbscript:a>\n', 'reader address 3'],
    ['plain', 'docs/page.md', '# Page\n\n[x]: data:text/html,x\n', 'reader address 3'],
    ['plain', 'docs/page.md', '# Page\n\n<object data="a.swf"></object>\n', 'reader embed 3'],
    ['plain', 'docs/page.md', '# Page\n\n<iframe srcdoc="x"></iframe>\n', 'reader script 3'],
    // No builder is known that reads the page, so the rules of all apply.
    ['plain', 'docs/page.md', "# Page\n\n{{ range.constructor('return 1')() }}\n", 'build template 3'],
    ['plain', 'docs/page.mdx', "import { execSync } from 'child_process';\n\n{execSync('id')}\n", 'build import 1'],
    ['docusaurus', 'docs/page.mdx', "import { useData } from '@site/src/data';\n\n{a\n", 'build unreadable 1'],
    ['plain', 'docs/logo.svg', '<svg><script>a()</script></svg>\n', 'reader script 1'],
    ['plain', 'docs/logo.svg', '<svg onload="a()"></svg>\n', 'reader handler 1'],
    ['plain', 'docs/logo.svg', '<svg><foreignObject><b/></foreignObject></svg>\n', 'reader embed 1'],
    [
      'plain',
      'docs/logo.svg',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>\n',
      'reader embed 1',
    ],
    ['plain', 'docs/part.svelte', '<b>x</b>\n', 'build unread 1'],
    ['plain', 'docs/part.njk', 'x\n', 'build unread 1'],
    ['plain', 'docs/robots.txt', 'User-agent: *\nDisallow: /\n', 'reader unread 1'],
    ['plain', 'docs/a.puml', '!include /etc/passwd\n', 'build directive 1'],
    ['eleventy', 'docs/page.md', "# Page\n\n{{ range.constructor('return 1')() }}\n", 'build template 3'],
    ['eleventy', 'docs/page.md', '# Page\n\n{% steal "a" %}\n', 'reader template 3'],
    ['plain', 'docs/data.yml', 'title: A\ncustomJs: steal()\n', 'reader setting 2'],
    ['plain', 'docs/data.yml', "title: '<img src=x onerror=a()>'\n", 'reader handler 1'],
    ['plain', 'docs/data.yml', 'title: !!js/function steal\n', 'build setting 1'],
    ['plain', 'docs/docs.json', '{ "integrations": { "gtm": { "tagId": "GTM-1" } } }\n', 'reader setting 1'],
  ])('%s: %s: %j', async (site, path, text, expected) => {
    expect(reported(await brought(sites[site], { [path]: text }))).toContain(expected);
  });
});

describe('an include', () => {
  const before = {
    'docs/.vitepress/config.ts': 'export default {};\n',
    'docs/page.md': '# Page\n\nSee https://evil.dev.\n',
    'docs/b.md': 'B\n',
    'src/a.ts': 'run()\n',
  };
  test.each([
    ['../src/a.ts', ['reader include 1']],
    ['../src/new.ts', ['reader include 1']],
    ['b.md', []],
    ['missing.md', []],
    ['/b.md', []],
    ['https://evil.dev/a.md', ['build include 1']],
    ['../../a.md', ['build outside 1']],
    ['..%2f..%2fa.md', ['build outside 1']],
    ['C:/secrets', ['build outside 1']],
    ['file:///etc/passwd', ['build outside 1']],
    ['@/../.env', ['build outside 1']],
    ['~/.ssh/id_rsa', ['build outside 1']],
  ])('of %j is %j', async (target, expected) => {
    expect(reported(await brought(before, { 'docs/page.md': `<!--@include: ${target}-->\n` }, 'docs'))).toEqual(
      expected,
    );
  });

  test('with the same words from another folder is a different one', async () => {
    const files = { ...sites.mdbook, 'src/deep/a.md': '{{#include ../../b/x}}\n', 'b/x': '', 'c/src/x': '' };
    const found = await brought(files, { 'src/page.md': '{{#include ../b/x}}\n{{#include ../c/src/x}}\n' }, 'src');
    expect(reported(found)).toEqual(['reader include 2']);
  });
});

describe('what brings no code', () => {
  test.each<readonly [keyof typeof sites, string, string]>([
    ['docusaurus', 'docs/page.mdx', "import Tabs from '@theme/Tabs';\n\n<Tabs />\n"],
    ['docusaurus', 'docs/deep/page.md', "import Widget from '../../src/Widget';\n\n<Widget />\n"],
    [
      'docusaurus',
      'docs/page.mdx',
      "import Part from './_part.mdx';\nimport logo from '@site/static/a.png';\n\n<Part />\n",
    ],
    ['docusaurus', 'docs/deep/page.md', '# Page\n\nSee <https://a.example>.\n\n```bash\nexport PATH="a:$PATH"\n```\n'],
    [
      'docusaurus',
      'docs/deep/page.md',
      '# Page\n\n~~~~ts\n```\nexport const a = run({ b: `${c()}` });\n~~~~\n\nA <-> b.\n',
    ],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n<img src={require('./a.png').default} style={{ width: 1 }} />\n"],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n<img src={useBaseUrl('/b.png')} />\n"],
    ['docusaurus', 'docs/page.mdx', "# Page\n\nexport const meta = { title: 'A' };\n\n{meta.title} {/* run() */}\n"],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n{['a', 'b'].map((name) => <li key={name}>{name}</li>)}\n"],
    ['docusaurus', 'docs/page.mdx', "# Page\n\n```js\nrequire('child_process').execSync('id');\n```\n\n`{run()}`\n"],
    ['docusaurus', 'docs/page.mdx', '# Page\n\n<iframe src="https://www.youtube.com/embed/b"></iframe>\n'],
    ['docusaurus', 'docs/page.mdx', '# Page\n\n<Tab value="once" only="x" />\n\n![a](data:image/png;base64,AA)\n'],
    ['vitepress', 'page.md', '# Page\n\n{{ $frontmatter.title }} `{{ run }}`\n\n```vue\n{{ run() }}\n```\n'],
    ['vitepress', 'page.md', '# Page\n\n<b v-for="(a, i) of [1]" v-if="i">x</b><A v-slot="{ a }" #c v-else>x</A>\n'],
    ['vitepress', 'page.md', '---\nhead:\n  - - meta\n    - name: description\n      content: A\n---\n'],
    [
      'vitepress',
      'page.md',
      '<script setup>\nimport Counter from \'./Counter.vue\'\nconst m = ref(1)\n</script>\n\n<Counter v-if="m" />\n',
    ],
    ['vitepress', 'page.md', '# \\<script setup> {#setup}\n\nText.\n'],
    ['mkdocs', 'docs/page.md', '# Page\n\n{{ version("b") }} {{ name }}\n'],
    ['sphinx', 'page.md', '# Page\n\n```{note}\nrun()\n```\n\n```python\nimport os\n```\n'],
    [
      'sphinx',
      'index.rst',
      'A\n=\n\n.. autofunction:: acme.walk\n\n.. code-block:: rst\n\n   .. program-output:: id\n',
    ],
    ['hugo', 'content/page.md', '---\ntitle: A\n---\n{{< alert >}}b{{< /alert >}} {{< ref "a" >}}\n'],
    ['mdbook', 'src/page.md', '# Page\n\n{{#include ../listings/a.rs}}\n'],
    [
      'plain',
      'docs/page.md',
      '# Page\n\n<details open><summary>A</summary></details> <javascript> a < b\n\n```html\n<script>a()</script>\n```\n',
    ],
    ['plain', 'docs/page.md', '# Page\n\n<script type="application/ld+json">{ "a": 1 }</script>\n'],
    ['plain', 'docs/moved.svelte', '<b>was here</b>\n'],
    ['plain', 'docs/a.png', 'PNG\0'],
    ['eleventy', 'docs/page.md', '# Page {{ title }}\n\n{% if a %}b{% endif %}\n'],
    ['plain', 'docs/data.yml', 'title: B\nlink: https://example.com\n'],
  ])('%s: %s: %j', async (site, path, text) => {
    expect(await brought(sites[site], { [path]: text })).toEqual([]);
  });

  test('code that is moved to another page', async () => {
    const before = { ...sites.docusaurus, 'docs/old.mdx': "import cp from 'child_process';\n\n{cp.run('a')}\n" };
    const moved = { 'docs/old.mdx': null, 'docs/deep/new.mdx': "import cp from 'child_process';\n\n{cp.run('a')}\n" };
    expect(await brought(before, moved)).toEqual([]);
  });
});

test('a sample of code is not the same as code', async () => {
  const found = await brought(sites.docusaurus, {
    'docs/page.mdx': "import { execSync } from 'child_process';\n\n# Page\n",
  });
  const text = 'import child_process';
  expect(found).toEqual([
    { path: 'docs/page.mdx', line: 1, kind: 'import', runs: 'build', text, builder: 'Docusaurus', onServer: false },
  ]);
});

test.each([
  ['a builder that is known as a site', { 'docs.json': '{ "navigation": {} }' }, 'Mintlify', true],
  ['a framework with a server', { 'next.config.js': 'module.exports = {};\n' }, undefined, true],
  ['a builder of files', { 'fixed/mkdocs.yml': 'site_name: A\n' }, undefined, false],
])('%s says where it may run code', async (_name, files, builder, onServer) => {
  const [found] = await brought({ ...files, 'a.mdx': '# A\n' }, { 'a.mdx': '# A\n\n{process.exit()}\n' });
  expect(found).toMatchObject({ runs: 'build', builder, onServer });
});

const image = '<img src=x onerror=a()>';

test.each<readonly [name: string, site: 'plain' | 'vitepress', before: string, after: string]>([
  ['of a list', 'plain', `Text\n\n    ${image}\n`, `- Text\n\n    ${image}\n`],
  ['of a list, behind another one', 'plain', `B\nlazy\n\n    ${image}\n`, `- B\nlazy\n\n    ${image}\n`],
  ['of a list in a quote', 'plain', `> Text\n>\n>     ${image}\n`, `> - Text\n>\n>     ${image}\n`],
  ['of a paragraph', 'plain', `Text\n\n    ${image}\n`, `Text\n    ${image}\n`],
  ['of a paragraph, before a number', 'plain', `Text\n\n2.     ${image}\n`, `Text\n2.     ${image}\n`],
  ['of a fence', 'vitepress', '~~~\n{{ steal(1) }}\n~~~\n', 'Text\n\n{{ steal(1) }}\n'],
  ['without a tick', 'plain', `Text \`a\n${image} b\`\n`, `Text a\n${image} b\`\n`],
  ['that is empty', 'plain', `Text \`a\n${image} b\`\n`, `Text \`a\n\n${image} b\`\n`],
  ['that is empty, in HTML', 'plain', `<div>\n\n\`${image}\`\n`, `<div>\n\`${image}\`\n`],
  ['that is empty, before the end', 'plain', `Text \`\`a\n${image}\nb\`\`\n`, `Text \`\`a\n${image}\n\nb\`\`\n`],
])('a sample that becomes code by a line %s', async (_name, site, before, after) => {
  const path = site === 'plain' ? 'docs/page.md' : 'page.md';
  const found = await brought({ ...sites[site], [path]: before }, { [path]: after });
  expect(found).toHaveLength(1);
});

const run = 'export const a = run("x");';
const list = 'export const a = list';

test.each<readonly [name: string, before: string, after: string]>([
  ['an export that was text', `Text\n${run}\n`, `Text\n\n${run}\n`],
  ['an address that was text', 'Text\n[a]: javascript:go()\n\n[a]\n', 'Text\n\n[a]: javascript:go()\n\n[a]\n'],
  ['a further line of an export', `${list}\n  .run(a)\n`, `${list}\n  .run(b)\n`],
  ['a further part of an export', `${list} +\n\n  run(a);\n`, `${list} +\n\n  run(b);\n`],
  ['a further line of a fence that is run', '```py exec="1"\na = 1\n```\n', '```py exec="1"\na = b\n```\n'],
  ['a further line of an expression', '{list(\n  a,\n)}\n', '{list(\n  go(b),\n)}\n'],
  ['behind a brace in a text', `{"}" + list(\n  a,\n)}\n`, `{"}" + list(\n  go(b),\n)}\n`],
  ['a further line of a tag', `<img alt="a>b"\n onerror="a()" />\n`, `<img alt="a>b"\n onerror="b()" />\n`],
  [
    'a further line of a tag with an apostrophe',
    `it's <img\n alt="isn't"\n onload="a()" />\n`,
    `it's <img\n alt="isn't"\n onload="b()" />\n`,
  ],
  ['a value of a binding', '<b title="a" onClick="a()" />\n', '<b title="b" onClick="b()" />\n'],
  ['an address in a tag', '<a href="https://a.dev">a</a>\n', '<a href="javascript:go()">a</a>\n'],
])('is seen: %s', async (_name, before, after) => {
  const site = { ...sites.docusaurus, 'docs/page.mdx': before };
  expect(await brought(site, { 'docs/page.mdx': after })).not.toEqual([]);
});

test('hostile lines are compared in a bounded time', () => {
  const hostile = ['<a', '{{a', '`a``', ' ', '\\]:', '> ', '<a b="', "{'", '<a b=1 ', '&a'].map((part) =>
    part.repeat(200_000),
  );
  for (const text of hostile) expect(typeof isSurelySame(text, `${text}x\n`)).toBe('boolean');
});

test('hostile pages give code or are unreadable, within the limits of a parser', async () => {
  const hostile = ['<!--'.repeat(50_000), '<a b="'.repeat(50_000), '{{ '.repeat(80_000), '<script'.repeat(40_000)];
  for (const text of hostile) {
    const found = await brought(sites.plain, { 'docs/page.md': `${text}\n\n<img src=x onerror=alert(1)>\n` });
    expect(Array.isArray(found)).toBe(true);
  }
});
