import { describe, expect, it } from 'vitest';
import { treeOf } from '../memory-tree.ts';
import type { Files } from '../memory-tree.ts';
import { testDocs } from '../support.ts';

const { engine, site } = testDocs();

const docs: Files = {
  'mkdocs.yml': 'site_name: Example\nsite_url: https://docs.example\nnav:\n  - index.md\n  - guide/install.md\n',
  'docs/index.md': '# Home\n\nWords.\n',
  'docs/guide/install.md': '# Install\n\n```bash\nls\n```\n',
};

const listing = (...targets: string[]) =>
  `# Example\n\n> Docs.\n\n${targets.map((target) => `- [x](${target})`).join('\n')}\n`;

const rules = (findings: { rule: string; path: string; line: number }[]) =>
  findings.map(({ rule, path, line }) => `${path}:${line} ${rule}`);

describe('the text of one page', () => {
  it('has what AI readers get of it', async () => {
    const page = '---\ntitle: Run\n---\n\n<!-- Only we read this. -->\n\nPort 8080.\n';
    expect(await site({ ...docs, 'docs/run.md': page }).agentText('docs/run.md')).toBe('# Run\n\nPort 8080.\n');
  });

  it.each(['docs/none.md', 'mkdocs.yml', 'docs/deep.md'])(
    'is unknown for what is not a readable page: %s',
    async (path) => {
      const deep = '>'.repeat(10_000);
      expect(await site({ ...docs, 'docs/deep.md': deep }).agentText(path)).toBeUndefined();
    },
  );
});

describe('how well AI can read a site', () => {
  it('is reported by its pages, the longest first', async () => {
    const read = await site(docs).readability();
    expect(read).toMatchObject({ pages: 2, index: { state: 'none', source: null, links: null } });
    expect(read.longest.map(({ path }) => path)).toStrictEqual(['docs/guide/install.md', 'docs/index.md']);
    expect(read.characters).toBe(read.longest.reduce((sum, { characters }) => sum + characters, 0));
    expect(rules(read.findings)).toStrictEqual(['mkdocs.yml:1 index-missing']);
  });

  it('reads again only the pages that have changed since', async () => {
    const names = Array.from({ length: 20 }, (_, number) => `docs/page-${number}.md`);
    const pages = Object.fromEntries(names.map((name) => [name, `# ${name}\n\nSee [here](index.md).\n`]));
    const read: string[] = [];
    const look = async (files: Files) => {
      read.length = 0;
      const tree = treeOf(files);
      const watched = { ...tree, read: async (path: string) => (read.push(path), await tree.read(path)) };
      return await engine.of(watched, { folder: '' }).readability();
    };
    const first = await look({ ...docs, ...pages });
    expect(read).toEqual(expect.arrayContaining(names));
    expect(await look({ ...docs, ...pages })).toStrictEqual(first);
    expect(read.filter((path) => names.includes(path))).toEqual([]);
    const { findings } = await look({ ...docs, ...pages, 'docs/page-7.md': '# Seven\n\nWords.\n' });
    expect(read.filter((path) => names.includes(path))).toEqual(['docs/page-7.md']);
    expect(findings).toHaveLength(first.findings.length - 1);
  });

  it.each([
    [
      'addresses of the host',
      ['https://docs.example/', 'https://docs.example/guide/install/', 'https://other.example/x'],
    ],
    ['addresses of Markdown', ['/index.md', '/guide/install.md']],
    ['a folder that the files do not name', ['https://a.example/docs/', 'https://a.example/docs/guide/install']],
  ])('finds nothing in a llms.txt with %s', async (_form, targets) => {
    const { index, findings } = await site({ ...docs, 'docs/llms.txt': listing(...targets) }).readability();
    expect(index).toStrictEqual({ state: 'file', source: 'docs/llms.txt', links: 2 });
    expect(findings).toStrictEqual([]);
  });

  it('finds pages that llms.txt lacks, and entries of llms.txt that are not pages', async () => {
    const index = listing('https://docs.example/', 'https://docs.example/guide/old/');
    const { findings } = await site({ ...docs, 'docs/llms.txt': index }).readability();
    expect(rules(findings)).toStrictEqual([
      'docs/guide/install.md:1 index-lacks-page',
      'docs/llms.txt:6 index-unknown-page',
    ]);
  });

  it('reports what generates an llms.txt that is not in the repository', async () => {
    const made = { ...docs, 'requirements.txt': 'mkdocs\nmkdocs-llmstxt==0.2\n' };
    const { index, findings, notJudged } = await site(made).readability();
    expect(index).toStrictEqual({ state: 'made', source: 'mkdocs-llmstxt (requirements.txt)', links: null });
    expect(findings).toStrictEqual([]);
    expect(notJudged).toStrictEqual([
      'llms.txt: it is made by mkdocs-llmstxt (requirements.txt), so its content is not in the repository',
    ]);
  });

  it('does not judge addresses that only a host decides', async () => {
    const { findings, notJudged } = await site({ 'a.md': '# A\n', 'b.md': '# B\n' }).readability();
    expect(findings).toStrictEqual([]);
    expect(notJudged).toHaveLength(1);
  });

  it('counts a page that cannot be parsed as not judged', async () => {
    const { pages, notJudged } = await site({ ...docs, 'docs/deep.md': '>'.repeat(20_000) }).readability();
    expect(pages).toBe(2);
    expect(notJudged).toContain('1 page, which cannot be parsed within the limits');
  });
});

/** Compares two states, and checks that the warnings alone are the same. */
const compared = async (after: Files, before = docs) => {
  const change = { before: treeOf(before), after: treeOf(after), folder: '' };
  const comparison = await engine.compareAgentPages(change);
  expect(await engine.newReadersWarnings(change)).toStrictEqual(comparison.warnings);
  return comparison;
};

describe('a change as AI readers get it', () => {
  it('includes the changed pages, before and after', async () => {
    const { 'docs/index.md': _home, ...rest } = docs;
    const { pages } = await compared({ ...rest, 'docs/guide/install.md': '# Install\n', 'docs/new.md': '# New\n' });
    expect(pages.map(({ path, before, after }) => [path, before?.kind, after?.kind])).toStrictEqual([
      ['docs/guide/install.md', 'known', 'known'],
      ['docs/index.md', 'known', undefined],
      ['docs/new.md', undefined, 'known'],
    ]);
  });

  it('leaves out pages outside the folder of the docs', async () => {
    const change = { before: treeOf(docs), after: treeOf({ ...docs, 'other/page.md': '[here](a)\n' }) };
    expect((await engine.compareAgentPages({ ...change, folder: 'docs' })).pages).toStrictEqual([]);
    expect(await engine.newReadersWarnings({ ...change, folder: 'docs' })).toStrictEqual([]);
  });

  it('warns of what it introduced, and not of earlier problems', async () => {
    const before = { ...docs, 'docs/index.md': '# Home\n\n[here](guide/install.md)\n\n```\nls\n```\n' };
    const after = {
      ...before,
      'docs/index.md': '# Home\n\nMoved: [here](guide/install.md) [here](guide/install.md)\n\n```\nls\n```\n',
    };
    const { warnings } = await compared(after, before);
    expect(rules(warnings)).toStrictEqual(['docs/index.md:3 link-words']);
  });

  it('warns of a new page that llms.txt lacks, and of a removed one that it still names', async () => {
    const before = { ...docs, 'docs/llms.txt': listing('/', '/guide/install/') };
    const { 'docs/guide/install.md': _install, ...rest }: Files = before;
    const { warnings } = await compared({ ...rest, 'docs/new.md': '# New\n' }, before);
    expect(rules(warnings)).toStrictEqual(['docs/new.md:1 index-lacks-page', 'docs/llms.txt:6 index-unknown-page']);
  });
});
