import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, introduced, site } = testDocs();

const files = {
  'docs/conf.py': `project = "x"
extensions = [
    "myst_parser",  # Markdown
    "sphinx.ext.autodoc",
]
exclude_patterns = ["_build", 'drafts/*']
exclude_patterns += ["old", "notes/[!i]*.md"]
myst_heading_anchors = 2
`,
  'docs/index.md':
    '# Home\n\n```{toctree}\n:caption: Guide\n:maxdepth: 2\n\nguide/start\nThe reference <reference>\nself\nhttps://example.com\n```\n',
  'docs/guide/start.md':
    '(start-here)=\n# Start\n\n## First step\n\n### Deep step\n\n[a](../index.md) [b](/reference.rst) [c](next.md#second) [d](#first-step) [e](#deep-step)\n',
  'docs/guide/next.md':
    '# Next\n\n## Second\n\n### Third\n\n{doc}`start` {doc}`The start </guide/start>` {ref}`start-here` {ref}`there <rst-name>`\n[x](#start-here) <project:start.md#first-step> [y](rst-name) {py:func}`any.thing` [api](pkg.Thing.run)\n',
  'docs/reference.rst': '.. _rst-name:\n\nReference\n=========\n\n.. toctree::\n   :hidden:\n\n   guide/next\n',
  'docs/guide/logo.svg': '<svg/>',
  'docs/guide/cells.ipynb':
    '{\n "cells": [\n  {\n   "source": [\n    "(cell-name)=\\n",\n    "# Title"\n   ]\n  }\n ]\n}\n',
  'docs/drafts/draft.md': '[nowhere](gone.md)',
  'docs/notes/1.0.md': '[nowhere](gone.md)',
  'docs/old/old.md': '[nowhere](gone.md)',
};

function withPage(text: string) {
  return { ...files, 'docs/guide/start.md': `(start-here)=\n# Start\n\n## First step\n\n${text}\n` };
}

describe('Sphinx with MyST', () => {
  it('is recognised by conf.py, and finds no fault in a site without one', async () => {
    const found = await site(files).site();
    expect(found).toMatchObject({ kind: 'sphinx', root: 'docs' });
    expect(found.pages).toEqual(['docs/guide/next.md', 'docs/guide/start.md', 'docs/index.md']);
    expect(await problems(files)).toEqual([]);
    expect(await site({ 'conf.py': 'import os\n', 'guide.md': '# G\n' }).site()).toMatchObject({ kind: 'plain' });
  });

  it('gives pages the addresses of the HTML builder', async () => {
    expect(await site(files).address('docs/guide/start.md')).toBe('/guide/start.html');
    expect(await site(files).address('docs/index.md')).toBe('/');
  });

  it.each([
    ['[a](gone.md)', 'link-broken gone.md'],
    ['[a](/gone.rst)', 'link-broken /gone.rst'],
    ['[a](next)', undefined],
    ['[a](next.html)', 'link-broken next.html → next.md'],
    ['[a](no-such-name)', 'link-broken no-such-name'],
    ['[a](#no-such-name)', 'anchor-broken #no-such-name'],
    ['[a](next.md#third)', 'anchor-broken next.md#third'],
    ['{doc}`gone`', 'link-broken {doc}`gone`'],
    ['{doc}`text <gone>`', 'link-broken {doc}`text <gone>`'],
    ['{ref}`no-such-name`', 'link-broken {ref}`no-such-name`'],
    ['{ref}`genindex`', undefined],
    ['<project:gone.md>', 'link-broken project:gone.md'],
    ['<inv:python#x>', undefined],
    ['[a](page.html){.external}', undefined],
    ['[a](genindex) {any}`create_proxy`', undefined],
    ['```{figure-md} fish\nWords\n```\n[a](fish)', undefined],
    [':::{figure} logo.*\n:name: "boot"\n:::\n{ref}`boot`', undefined],
    ['![a](none.*)', 'image-missing none.*'],
    ['{.glossary}\nmy term\n: Words\n\n[a](<#my term>) [b](<#no term>)', 'anchor-broken #no term'],
    ['(prf:lemma)=\n[a](prf:lemma) [b](other:lemma)', undefined],
    ['* - ````md\n    ```{figure} gone.png\n    ```\n    ````', undefined],
    ['[a](cell-name) [b](other-cell)', 'link-broken other-cell'],
    ['```{py:class} Thing\n```\n\n[a](#pkg.Thing.run) [b](#no-such-name)', 'anchor-broken #no-such-name'],
    ['{download}`gone.zip`', 'link-broken {download}`gone.zip`'],
    ['```{note}\n:class: x\n[a](gone.md)\n```', 'link-broken gone.md'],
    ['::::{tip}\n[a](gone.md)\n::::', 'link-broken gone.md'],
    ['```{code-block} text\n[a](gone.md)\n```', undefined],
    ['```{figure} gone.png\nWords\n```', 'image-missing gone.png'],
    ['```{include} gone.txt\n```', 'include-missing gone.txt'],
  ])('judges %s', async (text, problem) => {
    const found = await problems(withPage(text));
    expect(found.map((one) => one.replace(/^\S+ /, ''))).toEqual(problem === undefined ? [] : [problem]);
  });

  it('does not judge names of program interfaces', async () => {
    const { coverage } = await site(files).check();
    expect(coverage).toMatchObject({ links: 12, notJudged: [], others: [] });
  });

  it('finds links to a removed label and to a removed page', async () => {
    const unnamed = { ...files, 'docs/guide/start.md': '# Start\n\n## First step\n' };
    expect(await introduced(files, unnamed)).toEqual([
      'docs/guide/next.md:7 link-broken {ref}`start-here`',
      'docs/guide/next.md:8 anchor-broken #start-here',
    ]);
    const { 'docs/guide/next.md': _gone, ...without } = files;
    expect(await introduced(files, without)).toEqual([
      'docs/guide/start.md:8 link-broken next.md#second',
      'docs/reference.rst:9 navigation-missing-page guide/next',
    ]);
  });

  it('reads toctrees in Markdown and reStructuredText, but not in examples', async () => {
    const index = `${files['docs/index.md']}\n\`\`\`\`md\n\`\`\`{toctree}\nexample\n\`\`\`\n\`\`\`\`\n`;
    const changed = {
      ...files,
      'docs/index.md': index.replace('guide/start\n', 'guide/start\nguide/gone.md\n'),
      'docs/guide/lost.md': '# Lost\n',
      'docs/guide/orphan.md': '---\norphan: true\n---\n# Orphan\n',
    };
    expect(await problems(changed)).toEqual([
      'docs/guide/lost.md:1 navigation-lost-page',
      'docs/index.md:8 navigation-missing-page guide/gone.md',
    ]);
  });

  it('moves a page with its links, roles and toctree entries', async () => {
    const edits = contents(await site(files).planMove('docs/guide/next.md', 'docs/deep/next.md'));
    expect(edits['docs/deep/next.md']).toContain(
      '{doc}`../guide/start` {doc}`The start </guide/start>` {ref}`start-here` {ref}`there <rst-name>`\n' +
        '[x](#start-here) <project:../guide/start.md#first-step> [y](rst-name)',
    );
    expect(edits['docs/guide/start.md']).toContain('[c](../deep/next.md#second)');
    expect(edits['docs/reference.rst']).toContain('\n   deep/next\n');
    const moved = contents(await site(files).planMove('docs/index.md', 'docs/top/index.md'));
    expect(moved['docs/top/index.md']).toContain('../guide/start\nThe reference <../reference>\nself');
  });

  it('deletes and adds pages in toctrees', async () => {
    const deleted = contents(await site(files).planDelete('docs/guide/start.md'));
    expect(deleted['docs/index.md']).not.toContain('guide/start');
    expect(deleted['docs/guide/next.md']).toContain('start The start start-here {ref}`there <rst-name>`');
    const added = contents(await site(files).planAdd('docs/guide/more.md', 'More'));
    expect(added['docs/index.md']).toContain('\nguide/start\nguide/more\nThe reference');
  });

  it('keeps labels with their targets when pages are merged, and links by label unchanged', async () => {
    const docs = {
      ...files,
      'docs/guide/proxy.md': '(proxy)=\n\n# Proxy\n\nIntro.\n\n## Setup\n\n[own](next.md#second)\n',
      'docs/guide/start.md':
        '(start-here)=\n# Start\n\n[a](proxy) [b](#proxy) {ref}`proxy` [c](proxy.md) {doc}`proxy` [d](proxy.md#setup)\n',
    };
    const plan = await site(docs).planTransfer({ from: 'docs/guide/proxy.md', to: 'docs/guide/start.md' });
    expect(contents(plan)['docs/guide/start.md']).toBe(
      '(start-here)=\n# Start\n\n[a](proxy) [b](#proxy) {ref}`proxy` [c](#proxy) {doc}`start` [d](#setup)\n\n' +
        '(proxy)=\n\n## Proxy\n\nIntro.\n\n### Setup\n\n[own](next.md#second)\n',
    );
    expect(plan.placed).toMatchObject({ first: 6, heading: '## Proxy' });
  });

  it('moves the label above the moved lines, and leaves the label of the following text', async () => {
    const text = '# Long\n\n(first)=\n\n## First\n\nText [x](#first).\n\n(second)=\n## Second\n\n{ref}`first`\n';
    const docs = { ...files, 'docs/guide/long.md': text };
    const lines = { first: 5, last: 9 };
    const plan = await site(docs).planTransfer({ from: 'docs/guide/long.md', lines, to: 'docs/guide/new.md' });
    expect(contents(plan)).toMatchObject({
      'docs/guide/new.md': '(first)=\n\n# First\n\nText [x](#first).\n',
      'docs/guide/long.md': '# Long\n\n(second)=\n## Second\n\n{ref}`first`\n',
    });
  });
});

describe('Jupyter Book', () => {
  const book = {
    '_config.yml': 'title: x\n',
    '_toc.yml':
      'format: jb-book\nroot: intro\nparts:\n  - caption: One\n    chapters:\n      - file: a\n      - file: gone\n',
    'intro.md': '# Intro\n',
    'a.md': '# A\n[b](b.ipynb) [c](c.md)\n',
    'b.ipynb': '{}',
  };

  it('has its navigation in _toc.yml', async () => {
    expect(await problems(book)).toEqual(['_toc.yml:7 navigation-missing-page gone', 'a.md:2 link-broken c.md']);
    expect(contents(await site(book).planAdd('c.md', 'C'))['_toc.yml']).toContain(
      '- file: a\n      - file: c\n      - file: gone',
    );
  });
});
