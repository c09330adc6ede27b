import { describe, expect, it } from 'vitest';
import type { Published } from '../../src/docs/engine.ts';
import { treeOf, type Files } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { engine } = testDocs();

/** A site with an unknown plugin, and pages that link to each other. */
function site(pages: number, rest: Files = {}): Files {
  const files: Files = {
    'mkdocs.yml': 'site_name: x\nsite_url: https://docs.example.com/v2/\nplugins:\n  - search\n  - unheard-of\n',
    'docs/index.md': '# Home\n',
  };
  for (let page = 0; page < pages; page += 1) {
    files[`docs/guide/p${page}.md`] = `# P${page}\n\n[next](p${(page + 1) % pages}.md)\n`;
  }
  return { ...files, ...rest };
}

const guide = (pages: number) => Array.from({ length: pages }, (_, page) => `/v2/guide/p${page}`);
const reference = Array.from({ length: 20 }, (_, number) => `/v2/reference/m${number}`);

interface Known {
  listed?: string[];
  whole?: boolean;
  pages?: string[];
  nothing?: string[];
}

function publishedBy({ listed = [], whole = true, pages = [], nothing = [] }: Known): () => Promise<Published> {
  return async () => ({
    answer: (address) => (pages.includes(address) ? 'page' : nothing.includes(address) ? 'nothing' : undefined),
    isListed: (address) => listed.includes(address),
    listedBelow: (address) => (whole ? listed.filter((one) => one.startsWith(`${address}/`)).length : 0),
    notUsed: [],
  });
}

async function checked(files: Files, known: Known) {
  const { problems, coverage } = await engine.of(treeOf(files), { folder: '', published: publishedBy(known) }).check();
  return {
    broken: problems.filter(({ rule }) => rule.endsWith('-broken')).map(({ subject = '' }) => subject),
    notJudged: coverage.notJudged.map(({ because, count }) => `${count} ${because}`),
  };
}

const plugin = 'the plugin unheard-of may add or move pages';
const links = (...targets: string[]): Files => ({
  'docs/extra.md': `# E\n\n${targets.map((target) => `[x](${target})`).join(' ')}\n`,
});

describe('a page without a file', () => {
  const made = 'reference/m1';

  it('is not judged if nothing is known about the published site', async () => {
    expect(await checked(site(25, links(made)), {})).toEqual({ broken: [], notJudged: [`1 ${plugin}`] });
  });

  it('exists if the sitemap lists it, or if readers got it', async () => {
    const files = site(25, links(made, '/v2/reference/m2/', '/v2/reference/m3.html'));
    const three = ['/v2/reference/m1', '/v2/reference/m2', '/v2/reference/m3'];
    expect(await checked(files, { listed: three })).toEqual({ broken: [], notJudged: [] });
    expect(await checked(files, { pages: three })).toEqual({ broken: [], notJudged: [] });
  });

  it('has unknown anchors', async () => {
    const known = { listed: ['/v2/reference/m1'] };
    expect(await checked(site(25, links(`${made}#some`)), known)).toEqual({
      broken: [],
      notJudged: ['1 no file of the repository makes their page, so that its anchors are not known'],
    });
  });

  it('is missing if readers got a 404', async () => {
    expect(await checked(site(25, links(made)), { nothing: ['/v2/reference/m1'] })).toMatchObject({ broken: [made] });
  });

  it('is missing if a sitemap with its part of the site does not list it', async () => {
    const gone = links('reference/m1', 'reference/gone');
    const all = [...guide(25), ...reference];
    expect(await checked(site(25, gone), { listed: all })).toEqual({ broken: ['reference/gone'], notJudged: [] });
    const twice = Object.fromEntries([1, 2].map((page) => [`docs/a${page}.md`, '# A\n\n[x](reference/gone)\n']));
    expect((await checked(site(25, twice), { listed: all })).broken).toHaveLength(2);
  });

  it('is not judged by a sitemap that may be incomplete for it', async () => {
    const gone = links('reference/m1', 'reference/gone');
    const open = { broken: [], notJudged: [`1 ${plugin}`] };
    expect(await checked(site(25, gone), { listed: [...guide(25), ...reference], whole: false })).toEqual(open);
    // Too little of the section, or of the site, is listed.
    expect(await checked(site(25, gone), { listed: [...guide(25), ...reference.slice(0, 5)] })).toEqual(open);
    expect(await checked(site(25, gone), { listed: [...guide(15), ...reference] })).toEqual(open);
    // Several pages link to a page that does not exist yet.
    const agreed = Object.fromEntries([1, 2, 3].map((page) => [`docs/a${page}.md`, '# A\n\n[x](reference/new)\n']));
    expect((await checked(site(25, agreed), { listed: [...guide(25), ...reference] })).broken).toEqual([]);
    // Sitemaps list only pages, and not those of other programs on the host.
    const others = links('reference/m1', 'reference/schema.json', '/play');
    expect((await checked(site(25, others), { listed: [...guide(25), ...reference] })).broken).toEqual([]);
  });
});

describe('a change', () => {
  const everything = { listed: [...guide(25), ...reference], pages: guide(25) };

  it('breaks links to a page that it removes, even if that is still published', async () => {
    const before = site(25);
    const { 'docs/guide/p1.md': _removed, ...after } = before;
    expect(await introduced(before, after, everything)).toEqual(['docs/guide/p0.md p1.md']);
  });

  it('may link to a published page, but not to an unpublished one', async () => {
    const targets = links('reference/m1', 'reference/gone');
    expect(await introduced(site(25), site(25, targets), everything)).toEqual(['docs/extra.md reference/gone']);
  });

  it('reads the published site once for a state of the docs, and again after a failed read', async () => {
    let reads = 0;
    const read = publishedBy(everything);
    const published = async () => {
      reads += 1;
      if (reads === 1) throw new Error('The database is away');
      return await read();
    };
    const before = treeOf(site(25));
    const compare = async (after: Files) =>
      (await engine.compare({ before, after: treeOf(after), folder: '', published })).problems.length;
    const broken = site(25, links('reference/gone'));
    await expect(compare(broken)).rejects.toThrow('away');
    expect([await compare(broken), await compare(site(25, links('reference/none', 'reference/m1')))]).toEqual([1, 1]);
    expect(reads).toBe(2);
  });

  it('is not judged by a sitemap that may not list its additions yet', async () => {
    const targets = links('reference/new');
    const answered = { ...everything, nothing: ['/v2/reference/new'] };
    expect(await introduced(site(25), site(25, { ...targets, 'api.yaml': 'a: 1\n' }), answered)).toEqual([]);
    const beside = { ...targets, 'docs/reference/other.md': '# O\n' };
    expect(await introduced(site(25), site(25, beside), everything)).toEqual([]);
  });
});

/** Returns what a change breaks, and expects the same from a check of the changed docs. */
async function introduced(before: Files, after: Files, known: Known) {
  const published = publishedBy(known);
  const options = { before: treeOf(before), after: treeOf(after), folder: '', published };
  const { problems } = await engine.compare(options);
  const { problems: own } = await engine
    .of(treeOf(after), { folder: '', before: treeOf(before), published })
    .check(['docs/extra.md', 'docs/guide/p0.md']);
  const reported = (found: typeof own) =>
    found.filter(({ rule }) => rule === 'link-broken').map(({ path, subject }) => `${path} ${subject ?? ''}`);
  expect(reported(own)).toEqual(reported(problems));
  return reported(problems);
}
