import { afterAll, describe, expect, test } from 'vitest';
import { brought, closeEngine, sites } from './rig.ts';

afterAll(closeEngine);

/** Sites beside those of the rig, each with one plain page. */
const all = {
  ...sites,
  macros: { 'mkdocs.yml': 'plugins: [macros]\n', 'docs/a.md': '# A\n' },
  substitutions: {
    'conf.py': "extensions = ['myst_parser']\nmyst_enable_extensions = ['substitution']\n",
    'index.rst': 'A\n=\n',
    'page.md': '# A\n',
  },
  next: { 'next.config.mjs': 'export default {};\n', 'docs/page.mdx': '# A\n' },
  astro: {
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'A' })] };\n",
    'src/content/docs/page.mdx': '---\ntitle: A\n---\n\nText.\n',
  },
  jekyll: { '_config.yml': 'title: A\n', Gemfile: "gem 'jekyll'\n", 'page.md': '---\ntitle: A\n---\n\nText.\n' },
  mdbook: { 'book.toml': '[book]\ntitle = "A"\n', 'src/SUMMARY.md': '# Summary\n\n- [A](a.md)\n', 'src/a.md': '# A\n' },
  eleventy: { 'eleventy.config.js': 'export default () => {};\n', 'page.md': '---\ntitle: A\n---\n\nText.\n' },
};
type SiteName = keyof typeof all;
type Case = readonly [site: SiteName, path: string, text: string, more?: Record<string, string>];

const ifconfig = ".. ifconfig:: __import__('os').system('id')\n\n      y\n";
const script = '<script>alert(7)</script>';
const fence = '```';

/** Each was built with the real builder, which ran the code or read the file. */
const atBuild: readonly Case[] = [
  // VitePress imports what an image names, and writes the address into the program as it is.
  ['vitepress', 'page.md', '![x](./index.md%27%3Brun%28%29%3B%2F%2F)\n'],
  ['vitepress', 'page.md', '<img src="./a.md\';run();//">\n'],
  ['vitepress', 'page.md', "[a](b.md) [![x](./a.md';run();//)](c.md)\n"],
  ['vitepress', 'page.md', '![x][r]\n\n[r]: ../../secret.txt?raw\n'],
  ['vitepress', 'page.md', '<img src="/@fs/etc/passwd?raw">\n'],
  ['vitepress', 'page.md', '<style>\n@import "../../secret.css";\n</style>\n'],
  ['vitepress', 'page.md', '<style lang="less">\n@plugin "./a";\n</style>\n'],
  ['vitepress', 'page.md', `# T {':title="run()"}\n`],
  ['vitepress', 'page.md', '+++\n# {{ run() }}\n+++\n\ntext\n'],
  ['vitepress', 'page.md', `${fence}md\n<!--@include: ../../secret.txt-->\n${fence}\n`],
  ['vitepress', 'page.md', '<!--\n@include: ../../secret.txt-->\n'],
  ['vitepress', 'page.md', '> <<< ../../secret.txt\n'],
  ['vitepress', 'page.md', '<<< x<y/../../../secret.txt\n'],
  // A word such as `is` may be the name of a value, which is then called.
  ['macros', 'docs/a.md', "{% set is = 'str'.upper %}{{ is() }}\n"],
  ['macros', 'docs/a.md', '{% set or = a %}{{ x or or() }}\n'],
  ['macros', 'docs/a.md', "{% raw %}{{ read_csv('../../secret.csv') }}{% endraw %}\n"],
  ['macros', 'docs/a.md', '--8{# #}<-- ".git/config"\n'],
  ['macros', 'docs/a.md', `--8<-- "a'/../.git/config"\n`],
  ['macros', 'docs/a.md', '--8<--\n.git/config\n--8<--\n\n--8<--\n'],
  ['macros', 'docs/a.md', `--8<-- "${'./'.repeat(110)}.git/config"\n`],
  ['substitutions', 'page.md', '{{ "~~" ~ "~{ifcon" ~ "fig} True" }}\n'],
  ['substitutions', 'page.md', 'a `b\n% comment\n{{ a.b() }} `\n'],
  ['substitutions', 'page.md', 'Term\n: text\n\n    {{ a.b() }}\n'],
  ['substitutions', 'page.md', `$$\n${fence}\n$$\n\n{{ a.b() }}\n\n${fence}\n${fence}\n`],
  ['substitutions', 'page.md', 'a $`$ b {{ a.b() }} `c\n'],
  // What Docutils does not take for a sample.
  ...[
    `foo\\::\n\n   ${ifconfig}`,
    `.. glossary::\n\n   term::\n\n      ${ifconfig}`,
    `.. csv-table:: t\n\n   a::\n\n     ${ifconfig}`,
    '.. parsed-literal::\n\n   text::\n\n      :download:`x <../../secret.txt>`\n',
    `text::\ufeff\n\n  ${ifconfig}`,
    '.. include::\n   ../../secret.txt\n',
    '.. include:: </etc/passwd>\n',
    '.. literalinclude:: x y/../../../secret.txt\n',
    '.. csv-table:: T\n   :fi\\le: /etc/passwd\n',
    '.. csv-table:: T\n   :*file*: /etc/passwd\n',
    '.. raw:: html\n   :file:\n      /etc/passwd\n',
    ':download:`x <../../secret.txt>`\n\n.. role:: download\n',
    '.. role:: dl(download)\n\n:dl:`x <../../secret.txt>`\n',
    ':download:`a ` <../../secret.txt>`\n',
    ':download:`x <.\\./.\\./secret.txt>`\n',
    '.. image:: ../../secret.txt\n',
  ].map((text) => ['sphinx', 'index.rst', `A\n=\n\n${text}`] as const),
  ...[
    `${fence}{eval-rst}\ntext\n\n    ${fence}\n\n${ifconfig}${fence}\n`,
    `~~~{eval-rst}\ntext\n\n> ~~~\n\n.. include:: ../../secret.txt\n~~~\n`,
    `${fence}{csv-table} T\n:"file": /etc/passwd\n${fence}\n`,
    `${fence}{raw} html\n---\nfile:\n  /etc/passwd\n---\n${fence}\n`,
    `${fence}{include} </etc/passwd>\n${fence}\n`,
    '![x](../../secret.txt)\n',
  ].map((text) => ['sphinx', 'page.md', `# A\n\n${text}`] as const),
  ['sphinx', 'locale/de/LC_MESSAGES/p.po', 'msgid "a"\nmsgstr \u00a0"X :download:`x <../../secret.txt>`"\n'],
  // MDX in containers, behind comments, and in blocks that a generator unwraps.
  ...[
    '> {"".at\n> ["constructor"]\n> ("return 1")\n> (0)}\n',
    '{// a\u2028run()\n}\n',
    '`<!--` {/* c */ run() /* d */} `-->`\n',
    '\\<!-- {/* c */ run() /* d */} -->\n',
    `${fence}mdx-code-block x\n${fence}\`\n{run()}\n${fence}\`\n${fence}\n`,
    ':::note[`]\n{run()}`\n\n:::\n',
    '1. ::x\nexport const q = run()\n',
    `1. :::note\n\n   ${fence}\n   :::\n   {run()}\n   ${fence}\n`,
    `::::note\n:::\n${fence}\n::::\n{run()}\n${fence}\n`,
    '![x](./a.txt?!./a.png)\n',
    '[x](./a.txt?!./a.png)\n',
    "# a\\\\\\\\'+run()//\n",
    'import X from "./x.markdown"\n\n<X/>\n',
    '![x](./a.csv)\n',
  ].map((text) => ['docusaurus', 'docs/page.mdx', `Hi.\n\n${text}`] as const),
  ['docusaurus', 'docs/page.mdx', '---\nfoo: "x\\\\\\\\\', z: run(), //"\n---\n\nx\n'],
  ['docusaurus', 'docs/page.mdx', '---\nimage: ./a.txt!./a.png\n---\n\nx\n'],
  ['docusaurus', 'docs/page.mdx', "---\rjs\n(run(),{title:'x'})\n---\n\nx\n"],
  ['docusaurus', 'docs/page.mdx', '# Page\n\nText.\r\rexport const q = run()\r\rMore.\n'],
  ['next', 'docs/page.mdx', 'import V from "./v.mp4"\n\nx {V}\n'],
  ['next', 'docs/page.mdx', 'import V from "./v.md"\n\nx {V}\n'],
  ['next', 'docs/page.mdx', 'x {require("./v.pdf").default}\n'],
  ['next', 'docs/v.mp4', 'run()\nexport default 1\n'],
  ['astro', 'src/content/docs/page.mdx', '---\ntitle: A\nlayout: ./a.csv\n---\n\nText.\n'],
  ['astro', 'src/content/docs/page.mdx', '---\ntitle: A\n---\n\n![x](./a.csv)\n'],
  // Eleventy: regular expressions of Nunjucks, settings below other keys, and files elsewhere.
  ['eleventy', 'page.md', '{{ r/"/ and range.constructor("return 1")() or r/"/ }}\n'],
  ['eleventy', 'page.md', '---\n<<: {templateEngineOverride: njk}\n---\nx\n'],
  ['eleventy', 'page.md', '---\neleventyComputed:\n  templateEngineOverride: njk\n---\nx\n'],
  ['eleventy', 'page.md', '---\npermalink:\n  build: ../../a.html\n---\nx\n'],
  ['eleventy', 'page.md', `---\npermalink: "{{ '.' }}./{{ '.' }}./a.html"\n---\nx\n`],
  ['eleventy', 'page.md', '---\ndots: ".."\npermalink: "/{{ dots }}/a.html"\n---\nx\n'],
  ['eleventy', 'page.md', '---\nlayout: ../../secret.md\n---\nx\n'],
  ['eleventy', 'page.md', '{% liquid\n render "/etc/hostname"\n%}\n'],
  // mdBook and Hugo: other spellings of the same includes.
  ...[
    '{{ #include /etc/hostname}}',
    '{{#include\n/etc/hostname}}',
    '{{#include\u00a0/etc/hostname}}',
    '{{ #playground /etc/hostname}}',
    '{{#shiftinclude auto:/etc/hostname}}',
    `{{#include ${'./'.repeat(110)}../../../../etc/hostname}}`,
    '{{#include x.png}}',
  ].map((text) => ['mdbook', 'src/a.md', `# A\n\n${text}\n`] as const),
  ['mdbook', 'src/SUMMARY.md', '# Summary\n\n- [A](a.md)\n- [C](../../secret.txt)\n'],
  ['mdbook', 'src/SUMMARY.md', '# Summary\n\n- [A](a.md)\n- [C](/etc/hostname)\n'],
  ['mdbook', 'src/a.md', '{{#include /etc/x.txt}}\n', { 'src/etc/x.txt': 'x\n' }],
  ['mdbook', 'src/data.csv', '{{#include /etc/hostname}}\n'],
  ['hugo', 'content/page.md', '---\ntitle: A\n---\n{{< readfile `.git/config` >}}\n'],
  ['hugo', 'content/page.md', '---\ntitle: A\n---\n{{<\nreadfile file = ".git/config" >}}\n'],
  ['hugo', 'content/page.md', '{"title":"A","markup":"rst"}\n.. include:: /etc/hostname\n'],
  ['hugo', 'content/page.md', '\n---\nmarkup: rst\n---\n.. include:: /etc/hostname\n'],
  ['hugo', 'content/page.adoc', ':x: /etc\n\ninclude::{x}/hostname[]\n'],
  ['hugo', 'content/page.adoc', 'ifdef::asciidoctor[include::/etc/hostname[]]\n'],
  ['hugo', 'content/page.adoc', ':data-uri:\n\nimage::/etc/hostname[]\n'],
  ['jekyll', 'assets/x.png', '---\n# \ufffd\n---\n{{ x }}\n'],
  ['jekyll', 'assets/x.png', `---\npermalink: /a.html\n---\n${script}\n`],
];

/** Each reached the built page as a live element, handler or address. */
const inBrowsers: readonly Case[] = [
  // Comments that Markdown takes for text.
  ...[
    `Text <!-- a\n\n${script}\n\nb -->`,
    `[a](x "<!--") ${script} -->`,
    `| a | b |\n|---|---|\n| <!-- | ${script} --> |`,
    `- a <!--\n- ${script}\n- -->`,
    `> a <!--\n\n${script} -->`,
    `a < b <!-- c >\n\n${script} -->`,
    // Definitions, lists and formulas turn indented code into text.
    `Term\n: Definition\n\n    ${script}`,
    `\`a\n: b ${script} \``,
    `- a\n\n      ${script}`,
  ].map((text) => ['mdbook', 'src/a.md', `# A\n\n${text}\n`] as const),
  ['mdbook', 'src/a.md', `---\n# ${script}\n---\n`],
  ['mdbook', 'src/a.md', '# A {a="x onclick=alert(7) b="}\n'],
  ['mdbook', 'src/a.md', 'A\n{b= onclick=alert(7)}\n====\n'],
  ['mdbook', 'src/a.md', '<{{#include x.txt}}>alert(7)</{{#include x.txt}}>\n'],
  // kramdown and Python-Markdown find samples elsewhere than CommonMark.
  ...[
    `<div>\n\n${fence}\n${script}\n${fence}\n\n</div>`,
    `<div>\n\n\`${script}\`\n\n</div>`,
    `${fence} html foo\n\n${script}\n\n${fence}`,
    `> x\n${fence}\n\n${script}\n\n${fence}`,
    `x \` a ${script} \`b`,
    `\`\`x\` ${script} \``,
    '[x](javascript:alert(7) + 1)',
    '[a [b](x) c](javascript:alert(7))',
    '[x]: javascript:alert(7) + 1\n\n[x]',
    `{::nomarkdown}\n\n    ${script}\n\n{:/nomarkdown}`,
  ].flatMap((text) => [
    ['jekyll', 'page.md', `---\ntitle: A\n---\n\n${text}\n`] as const,
    ['macros', 'docs/a.md', `# A\n\n${text}\n`] as const,
  ]),
  ['macros', 'docs/a.md', `---\n# A\n---\n\n${fence}html Hello world\n${script}\n${fence}\n`],
  ['macros', 'docs/a.md', `---\ntitle: x\n...\n\n# ${script}\n---\n`],
  ['macros', 'docs/a.md', `\\${script}\n`],
  ['macros', 'docs/a.md', '<img src=x on\u0002error=alert(1)>\n'],
  ['macros', 'docs/a.md', `${fence} {.python onclick="alert(1)"}\nx\n${fence}\n`],
  ['macros', 'docs/a.md', '/// html | script\nalert(1)\n///\n'],
  ['macros', 'docs/a.md', "/// note | x\n    attrs: {onclick: 'alert(1)'}\n\nx\n///\n"],
  // Templates write elements, and take marks away.
  ...[
    `{% comment %}\n${fence}\n{% endcomment %}\n${script}\n{% comment %}\n${fence}\n{% endcomment %}`,
    '{{ "<scr" | append: "ipt>" }}alert(7)',
    '<{{ page.t }}>alert(7)</{{ page.t }}>',
    '<scr{% comment %}x{% endcomment %}ipt>alert(7)</script>',
    '[x]({{ "java" }}script:alert(7))',
    '{{ "%3Cscript%3E" | url_decode }}',
  ].map((text) => ['jekyll', 'page.md', `---\ntitle: A\n---\n\n${text}\n`] as const),
  ['jekyll', 'page.md', '---\ntitle: "[x](javascript:alert(7))"\n---\n\n{{ page.title }}\n'],
  ['jekyll', '_data/rows.csv', `text\n${script}\n`],
  ['hugo', 'content/page.md', `{{< note >}}\n${fence}\n{{< /note >}}\n${script}\n${fence}\n`],
  ['hugo', 'content/page.md', `${fence}x"onclick="alert(7)\nx\n${fence}\n`],
  [
    'hugo',
    'content/page.md',
    '{"title":"A","menus":{"main":{"pre":"\\u003cscript\\u003ealert(7)\\u003c/script\\u003e"}}}\nx\n',
  ],
  ['hugo', 'content/page.org', '#+title: A\n\n#+attr_html: :onclick alert(7)\n[[/x.png]]\n'],
  ['hugo', 'content/page.adoc', ':x: script\n\npass:a[<{x}>alert(7)</{x}>]\n'],
  // Components and generators of MDX write texts into the page unchanged.
  ...[
    '<script children="alert(1)" />',
    'export const p = {children: "alert(1)"}\n\n<script {...p} />',
    'export const p = {onclick: "alert(1)"}\n\n<x-a {...p}>hi</x-a>',
    '<a href={"javas"+"cript:alert(1)"}>x</a>',
    '<a href={["javascript", ":alert(1)"].join("")}>x</a>',
    '<iframe src={"data:text"+"/html,x"} />',
    '## Sub ![\\<img src=x onerror=alert(1)>](./a.png)',
    '## Sub ![&lt;img src=x onerror=alert(1)&gt;](./a.png)',
    '<Card title="&lt;img src=x onerror=alert(1)&gt;" />',
    ':::note x](javascript:alert(1))',
    '<meta httpEquiv="refresh" content="0;url=/x" />',
  ].map((text) => ['docusaurus', 'docs/page.mdx', `Hi.\n\n${text}\n`] as const),
  ['docusaurus', 'docs/page.mdx', '---\nmdx:\n  format: md\n---\n\n{"<script>alert(1)</script>"}\n'],
  ['astro', 'src/content/docs/page.mdx', '---\ntitle: A\nsidebar:\n  attrs:\n    onclick: alert(1)\n---\n\nText.\n'],
  [
    'astro',
    'src/content/docs/page.mdx',
    '---\ntitle: A\nhead:\n  - tag: title\n    content: "</title><script>alert(1)</script>"\n---\n\nText.\n',
  ],
  ...[
    `${fence}{button-link} javascript:alert(1)\nclick\n${fence}`,
    `${fence}{figure} a.png\n:target: javascript:alert(1)\n${fence}`,
  ].map((text) => ['sphinx', 'page.md', `# A\n\n${text}\n`] as const),
  ...[
    '`x <java\\script:alert(1)>`_',
    '.. meta::\n   :http\\-equiv=refresh: 0; url=/x',
    ':mine:`<img src=x onerror=alert(1)>`',
  ].map((text) => ['sphinx', 'index.rst', `A\n=\n\n${text}\n`] as const),
  ['sphinx', 'page.md', '---\nhtml_meta:\n  "http-equiv=refresh": 0; url=/x\n---\n# A\n'],
  ['vitepress', 'page.md', '<component is="script">alert(1)</component>\n'],
  // In XML, a name may begin with other signs, and a declaration may add attributes.
  ...['<_:script xmlns:_="http://www.w3.org/2000/svg">alert(1)</_:script>', '<a-b:script>alert(1)</a-b:script>'].map(
    (text) => ['vitepress', 'a.svg', `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`] as const,
  ),
  [
    'vitepress',
    'a.svg',
    '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]><svg xmlns="http://www.w3.org/2000/svg"></svg>',
  ],
];

describe('code that builders of sites run in unusual places', () => {
  test.each(named(atBuild))('$site: $path: $text runs at the build', async ({ site, path, text, more }) => {
    const found = await brought(all[site], { [path]: text, ...more });
    expect(found.filter(({ runs, kind }) => runs === 'build' && kind !== 'host')).not.toEqual([]);
  });

  test.each(named(inBrowsers))('$site: $path: $text runs in browsers', async ({ site, path, text }) => {
    const found = await brought(all[site], { [path]: text });
    expect(found.filter(({ kind }) => !/^(?:host|command|hidden)$/.test(kind))).not.toEqual([]);
  });
});

function named(cases: readonly Case[]) {
  return cases.map(([site, path, text, more = {}]) => ({ site, path, text, more }));
}

describe('a sample that some builders take for text', () => {
  const page = `# A\n\nTerm\n\n    ${script}\n\nMore words.\n`;
  const mdbook = { ...all.mdbook, 'src/a.md': page };

  test('is known on its page while what is around it stays', async () => {
    expect(await brought(mdbook, { 'src/a.md': page.replace('More words', 'Other words') })).toEqual([]);
  });

  test.each([
    ['what is around it changes', 'src/a.md', page.replace('Term\n', 'Term\n: Definition\n')],
    ['it goes to another page', 'src/b.md', page],
    ['it is no sample any more', 'src/a.md', page.replace('    <', '<')],
  ])('is new when %s', async (_when, path, text) => {
    expect(await brought(mdbook, { [path]: text })).toMatchObject([{ kind: 'script', runs: 'reader' }]);
  });
});

describe('what another page has', () => {
  test.each([
    ['a control character', { ...all.mdbook, 'src/b.md': 'B\f\n' }, 'src/a.md', '# A\n\fText\n'],
    [
      'an option in an odd spelling',
      { ...all.sphinx, 'b.md': `${fence}{csv-table} T\n:"file": b.csv\n${fence}\n` },
      'page.md',
      `${fence}{csv-table} T\n:"file": /etc/passwd\n${fence}\n`,
    ],
  ])('does not make it known: %s', async (_what, before, path, text) => {
    const found = await brought(before, { [path]: text });
    expect(found.filter(({ runs }) => runs === 'build')).not.toEqual([]);
  });
});

describe('ordinary samples and templates', () => {
  const harmless: readonly Case[] = [
    [
      'mdbook',
      'src/a.md',
      `- a\n\n  ${fence}html\n  ${script}\n  ${fence}\n\n1. b\n   - c\n\n     ~~~\n     ${script}\n     ~~~\n`,
    ],
    ['mdbook', 'src/a.md', `Use \`${script}\` and \`\` \`${script}\` \`\`, or \\<script> in a text.\n`],
    ['mdbook', 'src/a.md', `<!--\nA comment with ${script}\n-->\n\nText.\n`],
    [
      'vitepress',
      'page.md',
      `::: tip\nText\n:::\n\n${fence}md\n::: tip\n{{ run() }}\n:::\n${fence}\n\n${fence}vue{1,3} [a.vue]\n{{ run() }}\n${fence}\n`,
    ],
    ['macros', 'docs/a.md', `${fence}html title="a.html" hl_lines="1"\n${script}\n${fence}\n\nUse \`${script}\`.\n`],
    ['macros', 'docs/a.md', '{% for x in [1, 2] %}{{ x }}{% endfor %}\n'],
    ['jekyll', 'page.md', "---\ntitle: A\n---\n\n{{ '/x' | relative_url }} {{ page.date | date: '%d %B %H:%M' }}\n"],
    [
      'jekyll',
      'page.md',
      '---\ntitle: A\n---\n\n{% raw %}\n```\n{{ page.title }} {% include x.html %}\n```\n{% endraw %}\n',
    ],
    ['vitepress', 'page.md', '[![a](./a.png)](./b.zip) and [c](./c.zip) and [d]\n\n[d]: ./d.zip\n'],
    [
      'docusaurus',
      'docs/page.mdx',
      `Hi.\n\n![a](./img/a%20b.png) [b](./c.pdf) [^1]\n\n[^1]: A note with \`{x}\`.\n\n> A *quotation* > of text.\n`,
    ],
    ['docusaurus', 'docs/page.mdx', `:::note\n\nText\n\n:::\n\n${fence}md\n:::note\n{run()}\n:::\n${fence}\n`],
    [
      'sphinx',
      'index.rst',
      `A\n=\n\n.. note::\n\n   Text::\n\n      ${ifconfig}\n.. image:: img/a.png\n   :target: https://example.com\n`,
    ],
    ['sphinx', 'page.md', `# A\n\n- b\n\n  ${fence}{code-block} python\n  :caption: a\n\n  {eval}\`x\`\n  ${fence}\n`],
  ];

  test.each(named(harmless))('$site: $path: $text brings nothing', async ({ site, path, text }) => {
    const found = await brought(all[site], { [path]: text });
    expect(found.filter(({ kind }) => kind !== 'host')).toEqual([]);
  });
});
