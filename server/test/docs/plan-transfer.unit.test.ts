import { describe, expect, it } from 'vitest';
import { contents, testDocs } from './support.ts';
import type { Files } from './memory-tree.ts';

const { site } = testDocs();

const page = (...lines: string[]) => `${lines.join('\n')}\n`;

const files = {
  'mkdocs.yml':
    'site_name: X\nplugins:\n  - redirects:\n      redirect_maps: {}\nnav:\n  - A: a.md\n  - B: guide/b.md\n  - C: c.md\n',
  'docs/a.md': page(
    '# A',
    '',
    'Intro, see [below](#setup) and [b](guide/b.md).',
    '',
    '## Setup',
    '',
    '![i](img/i.png) Read [c](c.md#top-part), [A](a.md), [here](#details) and [end](#end).',
    '',
    '### Details',
    '',
    'Deep [ref].',
    '',
    '## End',
    '',
    'Back to [setup](#setup).',
    '',
    '[ref]: c.md "C"',
  ),
  'docs/guide/b.md': page(
    '# B',
    '',
    '## Setup',
    '',
    'Own [setup](#setup), [a](../a.md#setup).',
    '',
    '## Last',
    '',
    'Z.',
  ),
  'docs/c.md': page(
    '# C',
    '',
    '## Top part',
    '',
    '[1](a.md#setup) [2](a.md#details) [3](a.md#end) [4](a.md) [5](guide/b.md#setup)',
  ),
  'docs/img/i.png': 'x',
} satisfies Files;

describe('planTransfer of lines', () => {
  it('moves them to the end of a page, and all links with them', async () => {
    const plan = await site(files).planTransfer({
      from: 'docs/a.md',
      lines: { first: 5, last: 12 },
      to: 'docs/guide/b.md',
    });
    expect(contents(plan)).toEqual({
      'docs/a.md': page(
        '# A',
        '',
        'Intro, see [below](guide/b.md#setup_1) and [b](guide/b.md).',
        '',
        '## End',
        '',
        'Back to [setup](guide/b.md#setup_1).',
      ),
      'docs/guide/b.md': page(
        '# B',
        '',
        '## Setup',
        '',
        'Own [setup](#setup), [a](#setup_1).',
        '',
        '## Last',
        '',
        'Z.',
        '',
        '## Setup',
        '',
        '![i](../img/i.png) Read [c](../c.md#top-part), [A](../a.md), [here](#details) and [end](../a.md#end).',
        '',
        '### Details',
        '',
        'Deep [ref].',
        '',
        '[ref]: ../c.md "C"',
      ),
      'docs/c.md': page(
        '# C',
        '',
        '## Top part',
        '',
        '[1](guide/b.md#setup_1) [2](guide/b.md#details) [3](a.md#end) [4](a.md) [5](guide/b.md#setup)',
      ),
    });
    expect(plan.placed).toMatchObject({ first: 11, last: 19, lines: 7, isNew: false, shift: 0, along: ['[ref]'] });
    expect(plan.links.map(({ path, line, was, is }) => `${path}:${line} ${was} ${is}`)).toEqual([
      'docs/a.md:3 #setup guide/b.md#setup_1',
      'docs/a.md:7 #setup guide/b.md#setup_1',
      'docs/c.md:5 a.md#setup guide/b.md#setup_1',
      'docs/c.md:5 a.md#details guide/b.md#details',
      'docs/guide/b.md:5 ../a.md#setup #setup_1',
      'docs/guide/b.md:13 img/i.png ../img/i.png',
      'docs/guide/b.md:13 c.md#top-part ../c.md#top-part',
      'docs/guide/b.md:13 a.md ../a.md',
      'docs/guide/b.md:13 #end ../a.md#end',
    ]);
  });

  it('names a new page in the navigation as its front matter wants', async () => {
    const plan = await site({
      'docusaurus.config.js':
        'module.exports = { presets: [["classic", { docs: { sidebarPath: "./sidebars.js" } }]] };\n',
      'sidebars.js': "module.exports = { docs: ['run/tests'] };\n",
      'docs/run/Tests.md': '---\nid: tests\ntitle: Tests\n---\n\nText.\n\n## Setup\n\nMore.\n',
    }).planTransfer({
      from: 'docs/run/Tests.md',
      lines: { first: 8, last: 10 },
      to: 'docs/run/TestSetup.md',
      frontMatter: 'id: test-setup\ntitle: Setup',
    });
    expect(contents(plan)['sidebars.js']).toBe("module.exports = { docs: ['run/tests', 'run/test-setup'] };\n");
  });

  it('removes heading marks from the title of a new page, and takes the level from them in an existing page', async () => {
    const target = { from: 'docs/a.md', lines: { first: 5, last: 11 }, to: 'docs/guide/setup.md' };
    const plan = await site(files).planTransfer({ ...target, title: '## C# setup' });
    expect(contents(plan)['docs/guide/setup.md']).toMatch(/^# C# setup\n\n!/);
    expect(contents(plan)['mkdocs.yml']).toContain('  - "C# setup": guide/setup.md\n');
    const beside = { ...target, to: 'docs/guide/b.md', after: { heading: '## Setup' }, title: '## More' };
    const text = contents(await site(files).planTransfer(beside))['docs/guide/b.md'];
    expect(text).toContain('[a](#more).\n\n## More\n\n![i]');
    expect(text).toContain('\n\n### Details\n');
  });

  it('makes a new page from a section, with a title, a navigation entry and the text that replaces it', async () => {
    const plan = await site(files).planTransfer({
      from: 'docs/a.md',
      lines: { first: 5, last: 11 },
      to: 'docs/guide/setup.md',
      title: 'Setting up',
      leave: 'See [Setting up](guide/setup.md).',
    });
    expect(contents(plan)).toMatchObject({
      'docs/guide/setup.md': page(
        '# Setting up',
        '',
        '![i](../img/i.png) Read [c](../c.md#top-part), [A](../a.md), [here](#details) and [end](../a.md#end).',
        '',
        '## Details',
        '',
        'Deep [ref].',
        '',
        '[ref]: ../c.md "C"',
      ),
      'docs/a.md': page(
        '# A',
        '',
        'Intro, see [below](guide/setup.md) and [b](guide/b.md).',
        '',
        'See [Setting up](guide/setup.md).',
        '',
        '## End',
        '',
        'Back to [setup](guide/setup.md).',
      ),
      'mkdocs.yml': files['mkdocs.yml'].replace('  - B:', '  - Setting up: guide/setup.md\n  - B:'),
    });
    expect(plan.placed).toMatchObject({ isNew: true, heading: '# Setting up', shift: -1, first: 1 });
  });

  it.each([
    ['after a line', { line: 2 }, ['# C', '', '## End', '', 'Back to [setup](a.md#setup).', '', '## Top part']],
    [
      'under a heading',
      { heading: '## Top part' },
      ['[5](guide/b.md#setup)', '', '### End', '', 'Back to [setup](a.md#setup).', ''],
    ],
  ])('puts them %s', async (_, after, lines) => {
    const plan = await site(files).planTransfer({
      from: 'docs/a.md',
      lines: { first: 13, last: 16 },
      to: 'docs/c.md',
      after,
    });
    expect(contents(plan)['docs/c.md']).toContain(lines.join('\n'));
  });

  it('keeps Windows line endings and the byte-order mark', async () => {
    const plan = await site({
      'a.md': '\uFEFF# A\r\n\r\none\r\n\r\ntwo\r\n',
      'b.md': '\uFEFF# B\n',
    }).planTransfer({ from: 'a.md', lines: { first: 3, last: 3 }, to: 'b.md' });
    expect(contents(plan)).toEqual({ 'a.md': '\uFEFF# A\r\n\r\ntwo\r\n', 'b.md': '\uFEFF# B\n\none\n' });
  });
});

describe('planTransfer of a page', () => {
  it('merges it into another, with its title as a heading, and redirects all links and its address', async () => {
    const plan = await site(files).planTransfer({ from: 'docs/a.md', to: 'docs/guide/b.md' });
    expect(contents(plan)).toEqual({
      'mkdocs.yml': expect.stringContaining('guide/b.md'),
      'docs/guide/b.md': page(
        '# B',
        '',
        '## Setup',
        '',
        'Own [setup](#setup), [a](#setup_1).',
        '',
        '## Last',
        '',
        'Z.',
        '',
        '## A',
        '',
        'Intro, see [below](#setup_1) and [b](b.md).',
        '',
        '### Setup',
        '',
        '![i](../img/i.png) Read [c](../c.md#top-part), [A](#a), [here](#details) and [end](#end).',
        '',
        '#### Details',
        '',
        'Deep [ref].',
        '',
        '### End',
        '',
        'Back to [setup](#setup_1).',
        '',
        '[ref]: ../c.md "C"',
      ),
      'docs/c.md': page(
        '# C',
        '',
        '## Top part',
        '',
        '[1](guide/b.md#setup_1) [2](guide/b.md#details) [3](guide/b.md#end) [4](guide/b.md#a) [5](guide/b.md#setup)',
      ),
    });
    expect(plan.files).toEqual([{ from: 'docs/a.md' }]);
    expect(plan.redirects).toEqual([{ from: '/a', to: '/guide/b#a', path: 'mkdocs.yml' }]);
    expect(contents(plan)['mkdocs.yml']).not.toContain('A: a.md');
  });

  it('removes front matter and title if no heading is wanted', async () => {
    const plan = await site({
      'a.md': '---\ntitle: A\n---\n\nBody. [x](b.md)\n',
      'b.md': '---\ntitle: B\n---\n\n## One\n\ntext\n',
      'c.md': '# C\n\n[a](a.md)\n',
    }).planTransfer({ from: 'a.md', to: 'b.md', after: { heading: 'One' }, title: '' });
    expect(contents(plan)).toEqual({
      'b.md': '---\ntitle: B\n---\n\n## One\n\ntext\n\nBody. [x](b.md)\n',
      'c.md': '# C\n\n[a](b.md)\n',
    });
  });
});

describe('what the moved text needs', () => {
  it('moves along: conflicting definitions are renamed, and shared ones are copied', async () => {
    const plan = await site({
      'a.md': '# A\n\nOne [x][1], [2].[^n]\n\nTwo [2].\n\n[1]: c.md\n[2]: d.md\n[^n]: A note.\n',
      'sub/b.md': '# B\n\n[y][1]\n\n[1]: ../d.md\n',
      'c.md': '# C\n',
      'd.md': '# D\n',
    }).planTransfer({ from: 'a.md', lines: { first: 3, last: 3 }, to: 'sub/b.md', after: { line: 2 } });
    expect(contents(plan)).toEqual({
      'a.md': '# A\n\nTwo [2].\n\n[2]: d.md\n',
      'sub/b.md':
        '# B\n\nOne [x][1-2], [2].[^n]\n\n[1-2]: ../c.md\n[2]: ../d.md\n[^n]: A note.\n\n[y][1]\n\n[1]: ../d.md\n',
    });
  });

  it('moves along: imports of components', async () => {
    const plan = await site({
      'docs.json': '{"navigation": {"pages": ["a", "sub/b"]}}',
      'a.mdx':
        "---\ntitle: A\ndescription: D\n---\n\nimport Note from './snippets/note.mdx';\nimport { X } from '/snippets/x.mdx';\n\n## One\n\n<Note />\n\n## Two\n\nText [one](#one).\n",
      'sub/b.mdx': '---\ntitle: B\ndescription: D\n---\n\nText [a](/a).\n',
      'snippets/note.mdx': 'N\n',
      'snippets/x.mdx': 'X\n',
    }).planTransfer({ from: 'a.mdx', lines: { first: 9, last: 11 }, to: 'sub/b.mdx' });
    expect(contents(plan)).toMatchObject({
      'sub/b.mdx':
        "---\ntitle: B\ndescription: D\n---\n\nimport Note from '../snippets/note.mdx';\n\nText [a](/a).\n\n## One\n\n<Note />\n",
      'a.mdx': expect.stringContaining('Text [one](/sub/b#one).'),
    });
  });
});

it('merges pages that import the same', async () => {
  const note = "import Note from './note.mdx';\n";
  const plan = await site({
    'docs.json': '{"navigation": {"pages": ["a", "b"]}}',
    'a.mdx': `---\ntitle: A\ndescription: D\n---\n\n${note}import { S, X } from './x.mdx';\n\n<Note /> <X />\n`,
    'b.mdx': `---\ntitle: B\ndescription: D\n---\n\n${note}import { S } from './x.mdx';\n\n<Note />\n`,
    'note.mdx': 'N\n',
    'x.mdx': 'X\n',
  }).planTransfer({ from: 'a.mdx', to: 'b.mdx' });
  expect(contents(plan)['b.mdx']).toBe(
    `---\ntitle: B\ndescription: D\n---\n\n${note}import { S } from './x.mdx';\nimport { X } from './x.mdx';\n\n<Note />\n\n## A\n\n<Note /> <X />\n`,
  );
});

describe('what cannot be moved', () => {
  const given = { from: 'docs/a.md', lines: { first: 5, last: 12 }, to: 'docs/c.md' };

  it.each([
    ['lines past the end', { ...given, lines: { first: 5, last: 99 } }, 'docs/a.md has 17 lines'],
    ['lines in the wrong order', { ...given, lines: { first: 5, last: 4 } }, 'give the first and the last line'],
    ['empty lines', { ...given, lines: { first: 2, last: 2 } }, 'There is no text in these lines'],
    ['the same page', { ...given, to: 'docs/a.md' }, 'The text is in docs/a.md already'],
    ['a page that is not there', { ...given, from: 'docs/x.md' }, 'There is no file docs/x.md'],
    ['an image', { ...given, to: 'docs/img/i.png' }, 'text moves between pages alone'],
    ['all of a page to a new one', { from: 'docs/a.md', to: 'docs/new.md' }, 'move_file gives docs/a.md another path'],
    [
      'all of a page that shall keep something',
      { from: 'docs/a.md', to: 'docs/c.md', leave: 'x' },
      'nothing can be left',
    ],
    ['a place in a new page', { ...given, to: 'docs/new.md', after: { line: 3 } }, 'nothing can stand before'],
    ['a line past the end', { ...given, after: { line: 99 } }, 'docs/c.md has 5 lines'],
    [
      'a heading that is not there',
      { ...given, after: { heading: 'Gone' } },
      'docs/c.md has no heading Gone. It has:\n1: # C\n3: ## Top part',
    ],
    [
      'text without a heading to a new page',
      { ...given, lines: { first: 3, last: 3 }, to: 'docs/new.md' },
      'without a title',
    ],
    ['front matter for a page that is there', { ...given, frontMatter: 'title: X' }, 'keeps its front matter'],
  ])('refuses %s', async (_, transfer, message) => {
    await expect(site(files).planTransfer(transfer)).rejects.toThrow(message);
  });

  it('refuses half a code block, and half a component', async () => {
    const code = { 'a.md': '# A\n\n```\none\n\ntwo\n```\n', 'b.md': '# B\n' };
    await expect(site(code).planTransfer({ from: 'a.md', lines: { first: 3, last: 4 }, to: 'b.md' })).rejects.toThrow(
      'cuts what stands in lines 3–7 of a.md',
    );
    const mdx = { 'a.mdx': '# A\n\n<Steps>\n\none\n\n</Steps>\n', 'b.mdx': '# B\n' };
    await expect(site(mdx).planTransfer({ from: 'a.mdx', lines: { first: 3, last: 5 }, to: 'b.mdx' })).rejects.toThrow(
      'no valid MDX then',
    );
  });
});
