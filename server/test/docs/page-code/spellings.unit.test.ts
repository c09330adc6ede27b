import { afterAll, describe, expect, test } from 'vitest';
import type { Files } from '../memory-tree.ts';
import { brought, closeEngine, sites } from './rig.ts';

afterAll(closeEngine);

const heading = 'A\n=\n\n';
const run = '.. ifconfig:: __import__("os").system("id")';

/** Each was built: Docutils with Sphinx's directives, MyST-Parser, and VitePress 1.6 ran the code. */
const builtByName: Record<'sphinx' | 'vitepress' | 'docusaurus', readonly (readonly [path: string, text: string])[]> = {
  sphinx: [
    ...[
      `* ${run}`,
      `1. ${run}`,
      `:a: ${run}`,
      `.. [1] ${run}`,
      `* * ${run}`,
      `.. note:: ${run}`,
      `-o  ${run}`,
      `+----+\n|${run}|\n+----+`,
      `===  ===\na    ${run}\n===  ===`,
      `.. |s| ifconfig:: __import__("os")`,
      '.. ifconfig :: True',
      '.. IfConfig:: True',
      `Text\r${run}`,
      `Text\u2028${run}`,
      `\v${run}`,
      // What looks like a sample is none.
      `- text::\n\n  ${run}`,
      `Term::\n    ${run}`,
      `.. figure:: a.png\n   text::\n\n   ${run}`,
      `===  ===\na    text::\n\n     ${run}\n===  ===`,
      `Text\n.. code-block:: py\n\n   ${run}`,
      `:f: text::\n\n    .. code:: py\n\n        ${run}`,
      '.. needtable::\n   :filter: __import__("os").system("id")',
      '.. inheritance-diagram:: antigravity',
      '.. jsonschema:: /etc/passwd',
      '.. mdinclude:: ../../../etc/passwd',
      '.. graphviz:: ../../../etc/passwd',
      '.. unheard-of:: True',
      '.. only:: __import__("os")',
      '.. raw:: latex\n\n   \\input{/etc/passwd}',
      '.. default-role:: eval',
      ':eval:`__import__("os")`',
      '`__import__("os")`:eval:',
      ':download:`/etc/passwd`',
    ].map((text) => ['index.rst', `${heading}${text}\n`] as const),
    ['locale/de.po', 'msgid "a"\nmsgstr ""\n"* .. ifconfig:: "\n"True\\n"\n'],
    ...[
      '- ```{ifconfig} True\n  ```',
      '> - ```{ifconfig} True\n>   ```',
      '- ```{include} ../../../../etc/passwd\n  ```',
      ':::{ifconfig} True\n:::',
      ':::{note}\n```text\n:::\n```{ifconfig} True\n```',
      '  ```text\n- a\n```{ifconfig} True\n```',
      '~~~{exec-code}\nimport os\n~~~',
      '```{eval-rst}\n* .. ifconfig:: True\n```',
      '{eval}`__import__("os")`',
      '`{python} 1 + 1`',
    ].map((text) => ['page.md', `# A\n\n${text}\n`] as const),
  ],
  vitepress: [
    `---js${' '.repeat(300)}\n{title: process.exit(7)}\n---`,
    `{{ ${' '.repeat(3_000)}run() }}`,
    '{{\nrun()\n}}',
    '`{{ run() }}`',
    '&#123;&#123; run() }}',
    "{{ 'a\\'+run()+\\'' }}",
    '<style>\na { color: v-bind("run()") }\n</style>',
    '<b v-html="run()"></b>',
    '::: tip\n```\n:::\n{{ run() }}\n```',
    '# A {:x="run()"}',
    '# A {:x="a}"\n:y="run()"}',
    '<textarea>\n<b :x="run()">',
    '<!-- a --!><b :x="run()">-->',
  ].map((text) => ['page.md', `${text}\n`] as const),
  docusaurus: [
    ':::tip\n\n```\n:::\n\n{run()}\n\n```',
    '``{run()}\n:::tip\n``\n',
    '> ::::info\nexport default run()',
    'import x from "../any.js#.md"',
    'import x from "./a.json" with { type: "macro" }',
    '{list[name]}',
    '{globalThis}',
    '<process.mainModule.a />',
    'export class A { static a = run() }',
    '{"}" + run()}',
  ].map((text) => ['docs/page.mdx', `# A\n\n${text}\n`] as const),
};

describe.each(Object.entries(builtByName))('%s builds', (name, cases) => {
  test.each(cases)('%s: %j', async (path, text) => {
    const files: Files = name === 'sphinx' ? sites.sphinx : name === 'vitepress' ? sites.vitepress : sites.docusaurus;
    const found = await brought(files, { [path]: text });
    expect(found.filter(({ runs }) => runs === 'build')).not.toEqual([]);
  });
});

const macros = { 'mkdocs.yml': 'plugins: [macros]\n', 'docs/a.md': '# A\n' };
const docusaurusByProgram = {
  'docusaurus.config.js':
    'export default async () => {\n  const { config } = await import("./presets.js");\n  return config;\n};\n',
  'guides/a.md': '# A\n',
};
const escape = 'cycler.__init__.__globals__.os.popen("id").read()';

test.each<readonly [name: string, files: Files, path: string, text: string]>([
  ['a macro over lines', macros, 'docs/a.md', `{{\n${escape}\n}}\n`],
  ['a tag over lines', macros, 'docs/a.md', `{%\nset a = ${escape} %}\n`],
  ['a macro behind many spaces', macros, 'docs/a.md', `{{${' '.repeat(2_500)}${escape} }}\n`],
  ['a macro in a sample', macros, 'docs/a.md', `\`\`\`\n{{ ${escape} }}\n\`\`\`\n`],
  ['a macro with braces in a text', macros, 'docs/a.md', `{{ "}}" ~ ${escape} }}\n`],
  ['raw, which begins in an expression', macros, 'docs/a.md', `{{ "{% raw %}" ~ ${escape} ~ "{% endraw %}" }}\n`],
  ['a filter that looks up names', macros, 'docs/a.md', "{{ a|attr('__class__') }}\n"],
  [
    'a plugin that evaluates',
    { ...macros, 'mkdocs.yml': 'plugins: [markdownextradata]\n' },
    'docs/a.md',
    `{{ ${escape} }}\n`,
  ],
  [
    'a plugin that reads tables',
    { ...macros, 'mkdocs.yml': 'plugins: [table-reader]\n' },
    'docs/a.md',
    "{{ read_csv('/etc/passwd') }}\n",
  ],
  ['an inherited configuration', { ...macros, 'mkdocs.yml': 'INHERIT: ../a.yml\n' }, 'docs/a.md', `{{ ${escape} }}\n`],
  ['a plugin that nobody knows', { ...macros, 'mkdocs.yml': 'plugins: [acme]\n' }, 'docs/a.md', `{{ ${escape} }}\n`],
  [
    'hooks by a plugin',
    { ...macros, 'mkdocs.yml': 'plugins: [mkdocs-simple-hooks]\n' },
    'docs/a.md',
    `{{ ${escape} }}\n`,
  ],
  ['hooks', { ...macros, 'mkdocs.yml': 'hooks: [a.py]\n' }, 'docs/a.md', `{{ ${escape} }}\n`],
  ['an include of a hidden file', macros, 'docs/a.md', '{% include ".git/config" %}\n'],
  [
    'options of a described package',
    { ...macros, 'docs/b.md': '::: acme.run\n' },
    'docs/a.md',
    '::: acme.run\n    options:\n      extensions:\n        - docs/evil.py\n',
  ],
  ['a fence that is executed by a word', macros, 'docs/a.md', '```python exec\nimport os\n```\n'],
  [
    'a filter that runs its text',
    { ...macros, 'docs/b.md': '{{ "ls" | run_cmd }}\n' },
    'docs/a.md',
    '{{ "id" | run_cmd }}\n',
  ],
  [
    'the same as a tag',
    { ...macros, 'docs/b.md': '{{ "ls" | run_cmd }}\n' },
    'docs/a.md',
    '{% filter run_cmd %}id{% endfilter %}\n',
  ],
  ['a picture that a template includes', macros, 'docs/a.svg', `<svg>{{ ${escape} }}</svg>\n`],
  ['a text that a page includes', sites.vitepress, 'a.txt', '{{ run() }}\n'],
  [
    'extensions that a page turns on',
    sites.sphinx,
    'page.md',
    '---\nmyst:\n  enable_extensions: [substitution]\n  sub_delimiters: ["|", "|"]\n---\n# A\n',
  ],
  [
    'a fence that a page makes a directive',
    sites.sphinx,
    'page.md',
    '---\nmyst:\n  fence_as_directive: [autofunction]\n---\n# A\n',
  ],
  [
    'a substitution spelt in YAML',
    sites.sphinx,
    'page.md',
    '---\nmyst:\n  substitutions:\n    k: "\\x60\\x60\\x60{eval-rst}\\n.. autofunction:: evil.x\\n\\x60\\x60\\x60"\n---\n',
  ],
  ['a picture that a page of Sphinx includes', sites.sphinx, 'a.svg', 'x\n\n.. autofunction:: evil.x\n'],
  [
    'a fence within a formula',
    sites.sphinx,
    'page.md',
    '# A\n\n$$\n```\n$$\n\n```{eval-rst}\n.. autofunction:: evil.x\n```\n',
  ],
  ['a second name', sites.sphinx, 'index.rst', `${heading}.. autosummary::\n\n   acme.run\n   evil.x\n`],
  ['a current module', sites.sphinx, 'index.rst', `${heading}.. currentmodule:: evil\n\n.. automethod:: acme.run\n`],
  [
    'a program that options name',
    { ...sites.sphinx, 'b.rst': '.. argparse::\n   :module: acme\n' },
    'index.rst',
    `${heading}.. argparse::\n   :module: evil\n`,
  ],
  ['a directive of a domain', sites.sphinx, 'index.rst', `${heading}.. c:autodoc:: /etc/passwd\n`],
  ['a fence within the tag of a component', sites.vitepress, 'page.md', '<Foo a="\n```\n">\n\n{{ run() }}\n\n```\n'],
  [
    'another engine for a page',
    sites.eleventy,
    'docs/page.md',
    '---\ntemplateEngineOverride: ejs\n---\n<% process.exit(3) %>\n',
  ],
  ['a described package', macros, 'docs/a.md', '::: antigravity\n'],
  ['a described command', macros, 'docs/a.md', '::: mkdocs-click\n    :module: antigravity\n'],
  ['a fence that is executed', macros, 'docs/a.md', '``` py exec="1" a="b"\nimport os\n```\n'],
  ['a file that a fence shows', macros, 'docs/a.md', '``` py file=/etc/passwd\n```\n'],
  [
    'directory data of Eleventy',
    sites.eleventy,
    'docs/docs.json',
    '{ "permalink": "{{ range.constructor(\'a\')() }}" }\n',
  ],
  ['the same spelt in JSON', sites.eleventy, 'docs/docs.json', '{ "a": "\\u007b{ range.constructor(1) }}" }\n'],
  ['an address above the site', sites.eleventy, 'docs/page.md', '---\npermalink: ../../a.js\n---\n'],
  ['an inline shortcode of Hugo', sites.hugo, 'content/page.md', '{{< a.inline >}}{{ now }}{{< /a.inline >}}\n'],
  [
    'a description of an API',
    { 'docs.json': '{ "navigation": { "pages": ["a"] } }', 'a.mdx': '# A\n' },
    'api.json',
    '{ "x-mint": { "content": "{process.exit(1)}" } }\n',
  ],
  ['a tag that makes an object', sites.plain, 'docs/data.yml', 'a: !!python/object/apply:os.system ["id"]\n'],
  ['data that nobody can read', sites.plain, 'docs/data.yml', 'a: [\n'],
  ['front matter in CoffeeScript', sites.plain, 'docs/page.md', '---coffee\na: 1\n---\n'],
  ['front matter that ends early', sites.plain, 'docs/page.md', '---\na: 1\n---js\n{{ run() }}\n---\n'],
  ['a configuration that is a function', docusaurusByProgram, 'guides/a.md', '{process.exit(1)}\n'],
  [
    'a folder of unknown kind',
    sites.plain,
    'docs/a.mdx',
    "import { execSync } from 'child_process';\n\n{execSync('id')}\n",
  ],
  ['Astro', { 'astro.config.mjs': 'export default {};\n' }, 'src/content/a.mdx', '{run()}\n'],
  ['Next with MDX', { 'package.json': '{ "dependencies": { "next": "15" } }' }, 'content/a.md', '{run()}\n'],
  ['Quarto', { '_quarto.yml': 'project: {}\n' }, 'a.md', '```{python}\nimport os\n```\n'],
  ['a diagram that includes a file', sites.plain, 'docs/a.puml', '@startuml\n!includesub /etc/passwd\n@enduml\n'],
  [
    'a page that nests without end',
    sites.docusaurus,
    'docs/page.mdx',
    `${'{['.repeat(10_000)}${']}'.repeat(10_000)}\n`,
  ],
  ['a page of 8 MB', sites.plain, 'docs/page.md', 'word '.repeat(1_600_000)],
])('is refused: %s', async (_name, files, path, text) => {
  const found = await brought(files, { [path]: text });
  expect(found.filter(({ runs }) => runs === 'build')).not.toEqual([]);
});

/** Browsers ran each, as parse5 reads it by the standard. */
test.each([
  '<!-- a --!><img src=a onerror=run()>-->',
  '<!--><img src=a onerror=run()>-->',
  '<textarea><a title="</textarea><img src=a onerror=run()>">',
  '<a title="<!--"><img src=a onerror=run()>-->',
  '</a title="<!--"><img src=a onerror=run()>-->',
  '<? <!-- ><img src=a onerror=run()>-->',
  `<b ${'a=1 '.repeat(201)}onclick=run()>`,
  `<a href="java${'\t'.repeat(3_000)}script:run()">a</a>`,
  '<a href="java&#x0000000000073;cript:run()">a</a>',
  '[a](b){title="}" onclick="run()"}',
  '# A {title="a"\nonclick="run()"}',
  '<b x-init="run()">a</b>',
  '<b hx-on:click="run()">a</b>',
  '<meta http-equiv="Set-Cookie" content="a=b">',
  '<link rel="stylesheet preload" href="https://acme.dev/a.css">',
])('is listed: %j', async (text) => {
  expect(await brought(sites.plain, { 'docs/page.md': `${text}\n` })).not.toEqual([]);
});

test.each<readonly [path: string, text: string]>([
  ['docs/a.svg', '<svg><a><animate attributeName="href" values="javascript:run()"/></a></svg>\n'],
  ['docs/data.json', '{ "a": "java\\u0073cript:run()" }\n'],
  ['docs/a.rst', `${heading}\`a <java\n script:run()>\`_\n`],
  ['docs/a.po', 'msgid "a"\nmsgstr "`a <java"\n"script:run()>`_"\n'],
  ['docs/a.mmd', 'graph TD\n  click a call run()\n'],
])('is listed: %s with %j', async (path, text) => {
  expect(await brought(sites.plain, { [path]: text })).not.toEqual([]);
});

test.each<readonly [path: string, text: string]>([
  ['docs/data.yml', 'nav:\n  - "<img src=x onerror=run()>": page.md\n'],
  ['docs/data.yml', 'plain: &a run()\ncustomJs: *a\n'],
  ['docs/a.txt', '<script>run()</script>\n'],
])('is listed: %s with %j, too', async (path, text) => {
  expect(await brought(sites.plain, { [path]: text })).not.toEqual([]);
});

test.each(['```\n<script>run()</script>\n', '`a\n<video src=x onerror=run()></video>\nb`\n'])(
  'is listed for MkDocs: %j',
  async (text) => {
    expect(await brought(macros, { 'docs/a.md': text })).not.toEqual([]);
  },
);

test('an unreadable page is refused whatever changes in it, and one that stays as it was is not', async () => {
  const files = { ...sites.docusaurus, 'docs/page.mdx': '# A\n\n{a\n\nText.\n' };
  const changed = await brought(files, { 'docs/page.mdx': '# A\n\n{a + run()\n\nText.\n' });
  expect(changed.map(({ kind }) => kind)).toEqual(['unreadable']);
  expect(await brought(files, { 'docs/moved.mdx': files['docs/page.mdx'], 'docs/page.mdx': null })).toEqual([]);
});

test.each<readonly [name: string, files: Files, path: string, text: string]>([
  [
    'samples',
    sites.sphinx,
    'index.rst',
    `${heading}Text::\n\n   ${run}\n\n.. code-block:: rst\n\n   ${run}\n\n* Item::\n\n      ${run}\n`,
  ],
  ['literals', sites.sphinx, 'index.rst', `${heading}Use \`\`${run}\`\`.\n`],
  ['a brace before a literal', sites.sphinx, 'index.rst', `${heading}Ask \`\`/{user_id}\`\`: \`\`fetch(url)\`\`.\n`],
  [
    'a role that the page defines',
    sites.sphinx,
    'index.rst',
    `.. role:: sh(code)\n   :language: sh\n\n:sh:\`a $(b)\`\n`,
  ],
  ['a member of a package', sites.sphinx, 'index.rst', `${heading}.. currentmodule:: acme.a\n\n.. autoclass:: Other\n`],
  ['values', macros, 'docs/a.md', '{{ page.title | upper }} {% if a == "b" %}c{% endif %} {{ config.site_name }}\n'],
  ['raw text', macros, 'docs/a.md', `{% raw %}{{ ${escape} }}{% endraw %}\n`],
  ['templates without a plugin', { ...macros, 'mkdocs.yml': 'plugins: [search]\n' }, 'docs/a.md', `{{ ${escape} }}\n`],
  ['workflow samples', sites.plain, 'docs/page.md', '```yaml\nkey: ${{ hashFiles("a") }}\n```\n'],
  ['a commented element', sites.plain, 'docs/page.md', '<!-- <img onerror=run()> -->\n'],
  [
    'values of a chart',
    sites.plain,
    'docs/page.md',
    'Use `{{ .Values.image | quote }}` or `{{ toYaml .Values | indent 4 }}`.\n',
  ],
  [
    'a canonical address',
    sites.vitepress,
    'page.md',
    '---\nhead:\n  - [link, { rel: canonical, href: https://docs.example.com/ }]\n---\n',
  ],
  [
    'links of Jekyll',
    { '_config.yml': 'title: A\n', 'index.md': '---\n---\n' },
    'index.md',
    '---\n---\n{% link _docs/a.md %}\n',
  ],
  ['values of Vue', sites.vitepress, 'page.md', '{{ theme.version }} <b v-if="a">c</b>\n'],
  ['addresses of earlier MDX', sites.docusaurus, 'docs/page.mdx', 'A <-> b, <https://example.com>, 1 < 2.\n'],
])('brings no code: %s', async (_name, files, path, text) => {
  const found = await brought(files, { [path]: text });
  expect(found).toEqual([]);
});
