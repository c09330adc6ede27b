import { describe, expect, it } from 'vitest';
import { treeOf, type Files } from '../memory-tree.ts';
import { testDocs } from '../support.ts';

const { engine } = testDocs();

async function noticed(before: Files, after: Files) {
  const find = (text: string, most: number) =>
    Promise.resolve(
      Object.entries(after)
        .filter(([, content]) => String(content).includes(text))
        .map(([path]) => path)
        .slice(0, most),
    );
  return await engine.notice({ before: treeOf(before), after: treeOf(after), folder: '' }, find);
}

async function lost(before: Files, after: Files): Promise<string[]> {
  const { lostLinks } = await noticed(before, after);
  return lostLinks.map(({ path, line, text }) => `${path}:${line} ${text}`);
}

const guide = { 'guide.md': '# Guide\n' };

describe('lost links', () => {
  it('are links whose words are now plain text or gone', async () => {
    const before = {
      ...guide,
      'a.md': '# A\n\nSee the [guide](guide.md) and ![logo](logo.png).\n\nAlso [here](b.md).\n',
    };
    const after = { ...guide, 'a.md': '# A\n\nSee the guide and ![logo](logo.png).\n' };
    expect(await lost(before, after)).toEqual(['a.md:3 [guide](guide.md)', 'a.md:5 [here](b.md)']);
  });

  it('exclude links with a new target or new words, and those moved to another page', async () => {
    const before = {
      ...guide,
      'a.md': '[One](guide.md) [two](old.md) [three](sub/three.md#x)\n',
      'sub/b.md': '# B\n',
    };
    const after = {
      ...guide,
      'a.md': '[The first](guide.md) [two](new.md)\n',
      'sub/b.md': '# B\n\nSee [three](three.md#x).\n',
    };
    expect(await lost(before, after)).toEqual([]);
  });

  it('exclude links whose words and anchor a renamed term changed, but include others on the page', async () => {
    const before = {
      'a.md': 'The [`old` field](b.md#old), see [`old`](#old) and [more](c.md).\n\n## `old`\n\n[Gone](d.md#x)\n',
    };
    const after = {
      'a.md': 'New.\n\nThe [`new` field](b.md#new), see [more](c.md).\n\n## `new`\n\nGone\n\n[Other](#new)\n',
    };
    expect(await lost(before, after)).toEqual(['a.md:1 [`old`](#old)', 'a.md:5 [Gone](d.md#x)']);
    const renamed = {
      'a.md': 'The [`new` field](b.md#new), see [`new`](#new) and [more](c.md).\n\n## `new`\n\n[Gone](d.md#x)\n',
    };
    expect(await lost(before, renamed)).toEqual([]);
  });

  it('are matched with their own page if translations have the same links', async () => {
    const before = {
      'de/a.md': '[`old`](../r#old)\n',
      'en/a.md': '[`old`](../r#old)\n',
      'fr/a.md': '[`old`](../r#old)\n',
    };
    const after = {
      'de/a.md': '[`new`](../r#new)\n',
      'en/a.md': '[`new`](../r#new)\n',
      'fr/a.md': '[`new`](../r#old)\n',
    };
    expect(await lost(before, after)).toEqual([]);
  });

  it('exclude definitions that the page which receives the text already has', async () => {
    const before = {
      'a.md': 'A [bug].\n\n[bug]: https://example.com/bugs\n',
      'b.md': 'B [bug] and [x].\n\n[Bug]: https://example.com/bugs\n[x]: x.md\n',
    };
    const after = { 'a.md': 'A [bug].\n\n[bug]: https://example.com/bugs\n\nB [bug] and [x].\n\n[x]: y.md\n' };
    expect(await lost(before, after)).toEqual([]);
    const without = { 'a.md': 'A.\n\nB [bug] and [x].\n\n[Bug]: https://example.com/bugs\nx: x.md\n' };
    expect(await lost(before, without)).toEqual(['b.md:4 [x]: x.md']);
  });

  it('of a removed page are those whose words are now on another page', async () => {
    const before = {
      'a.md': '# A\n',
      'b.md': 'Read the [setup](setup.md) first, and [more](more.md).\n\n[Other](o.md)\n',
    };
    const moved = { 'a.md': '# A\n\n- Read the setup first, and more.\n' };
    expect(await lost(before, { 'a.md': '# A\n' })).toEqual([]);
    expect(await lost(before, moved)).toEqual(['b.md:1 [setup](setup.md)', 'b.md:1 [more](more.md)']);
    const kept = { 'a.md': '# A\n\n- Read the setup first, and [more](x/more.md).\n' };
    expect(await lost(before, kept)).toEqual(['b.md:1 [setup](setup.md)']);
  });

  it('are reported where they are missing, and not in the text that was moved to their page', async () => {
    const before = {
      'editors.md': '# Editors\n\n[vim-prettier](https://vp.example) is a plugin, see [Vim](vim.md).\n',
      'vim.md': '# Vim\n\n## [vim-prettier](https://vp.example)\n\nSee its readme.\n',
    };
    const after = {
      'editors.md': '# Editors\n\n## Vim\n\n### [vim-prettier](https://vp.example)\n\nSee its readme.\n',
    };
    expect(await lost(before, after)).toEqual([
      'editors.md:3 [vim-prettier](https://vp.example)',
      'editors.md:3 [Vim](vim.md)',
    ]);
  });

  it('are at most twenty, even if thousands are lost', async () => {
    const links = Array.from({ length: 5_000 }, (_, number) => `[link ${number}](p${number}.md)`);
    const found = await noticed({ 'a.md': links.join(' ') }, { 'a.md': 'Nothing.\n' });
    expect(found).toMatchObject({ isPartial: true });
    expect(found.lostLinks).toHaveLength(20);
  });
});

describe('repeated paragraphs', () => {
  const long = `${'These words are long enough to be noticed when they stand here twice. '.repeat(4)}End.`;

  it('are long ones that occur twice now, and did not before', async () => {
    const before = { 'a.md': `# A\n\n${long}\n`, 'b.md': '# B\n' };
    const after = {
      'a.md': `# A now\n\n${long}\n`,
      'b.md': `# B\n\nNew.\n\n${long.replaceAll('. ', '.\n')}\n\nshort\n`,
    };
    expect((await noticed(before, after)).repeated).toEqual([
      {
        places: [
          { path: 'a.md', line: 3 },
          { path: 'b.md', line: 5 },
        ],
        text: long,
      },
    ]);
  });

  it('exclude those that a renamed term changed in each translation alike', async () => {
    const old = { 'en/a.md': `# A\n\nIt.\n\n${long}\n`, 'fr/a.md': `# A\n\nLe.\n\n${long}\n` };
    const renamed = {
      'en/a.md': `# A\n\nIt.\n\n${long.replaceAll('words', 'terms')}\n`,
      'fr/a.md': `# A\n\nLe.\n\n${long.replaceAll('words', 'terms')}\n`,
    };
    expect((await noticed(old, renamed)).repeated).toEqual([]);
  });

  it('include one that replaced another paragraph', async () => {
    const other = long.replaceAll('words', 'other words');
    const old = { 'a.md': `# A\n\n${long}\n`, 'b.md': `# B\n\n${other}\n` };
    const { repeated } = await noticed(old, { 'a.md': `# A now\n\n${long}\n`, 'b.md': `# B\n\n${long}\n` });
    expect(repeated).toHaveLength(1);
  });

  it('include a copy from a page that the change does not touch', async () => {
    const before = { 'a.md': `# A\n\n${long}\n`, 'b.md': '# B\n', 'c.txt': long };
    expect((await noticed(before, { ...before, 'new.md': `# New\n\n${long}\n` })).repeated).toEqual([
      {
        places: [
          { path: 'new.md', line: 3 },
          { path: 'a.md', line: 3 },
        ],
        text: long,
      },
    ]);
    const partly = { ...before, 'new.md': `# New\n\n${long} And more.\n` };
    expect((await noticed(before, partly)).repeated).toEqual([]);
    const nine = Array.from({ length: 9 }, (_, number) => `${long} Number ${number}.`).join('\n\n');
    expect(await noticed(before, { ...before, 'new.md': `${nine}\n` })).toMatchObject({
      repeated: [],
      isPartial: true,
    });
  });

  it('exclude those that occurred twice before, or were moved', async () => {
    const twice = { 'a.md': `# A\n\n${long}\n`, 'b.md': `# B\n\n${long}\n` };
    const touched = { 'a.md': `# A now\n\n${long}\n`, 'b.md': `# B now\n\n${long}\n` };
    expect((await noticed(twice, touched)).repeated).toEqual([]);
    expect((await noticed({ 'a.md': long, 'b.md': '# B\n' }, { 'a.md': '# A\n', 'b.md': long })).repeated).toEqual([]);
  });
});
