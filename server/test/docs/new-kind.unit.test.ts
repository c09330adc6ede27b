import { afterAll, describe, expect, it } from 'vitest';
import { openDocs } from '../../src/docs/engine.ts';
import { allKinds } from '../../src/docs/kinds/all.ts';
import { noOtherBases, usualIndexNames } from '../../src/docs/links/bases.ts';
import { githubSlugger } from '../../src/docs/links/anchors/sluggers.ts';
import { onlyElements } from '../../src/docs/page-code/code-rules.ts';
import { summaryFormat } from '../../src/docs/navigation/summary.ts';
import { onlyOfHosts } from '../../src/docs/redirects/redirects.ts';
import { usualParts } from '../../src/docs/parts/rules.ts';
import { folderOf } from '../../src/docs/text/paths.ts';
import type { SiteKind } from '../../src/docs/site/kind.ts';
import { addressesAt, siteOf, joinParts } from '../../src/docs/site/site.ts';
import { contents } from './support.ts';
import { treeOf } from './memory-tree.ts';

/** An unknown kind of site: pages in `leaves`, listed in a CONTENTS.md, at URLs that begin with `/tree`. */
const treehouse: SiteKind = {
  name: 'treehouse',
  label: 'Treehouse',
  detection: [
    {
      file: /^treehouse\.json$/,
      async read(_context, path) {
        const root = folderOf(path);
        return {
          ...siteOf(root, path),
          contents: [{ folder: joinParts(root, 'leaves'), routes: ['/tree'], kind: 'docs' }],
          navigation: [{ path: joinParts(root, 'CONTENTS.md'), folder: root, format: summaryFormat }],
        };
      },
    },
  ],
  dialect: 'markdown',
  addresses: {
    fromFrontMatter: true,
    exact: true,
    public: true,
    of: ({ content, inner, frontMatter }) => addressesAt(content, frontMatter['branch'] ?? inner),
  },
  links: { indexNames: usualIndexNames, bases: noOtherBases },
  anchors: { slugger: githubSlugger, separator: '-', honoursIds: false, exact: true, ignoresCase: false },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'possible' },
  redirects: onlyOfHosts,
  parts: usualParts,
  runs: onlyElements,
  advice: 'Treehouse. Navigation: `CONTENTS.md`.',
};

const engine = openDocs({ workers: 1, timeoutMilliseconds: 20_000, kinds: [...allKinds, treehouse] });
afterAll(() => engine.close());

const files = {
  'treehouse.json': '{}\n',
  'CONTENTS.md': '- [One](leaves/one.md)\n- [Two](leaves/two.md)\n- [Gone](leaves/gone.md)\n',
  'leaves/one.md': '# One\n\n[two](/tree/high/up) [gone](/tree/two) [x](two.md#none)\n',
  'leaves/two.md': '---\nbranch: high/up\n---\n# Two\n',
};

describe('a kind of site that is added', () => {
  const docs = engine.of(treeOf(files), { folder: '' });

  it('is found by its file, and says where its pages are', async () => {
    expect(await docs.site()).toMatchObject({
      kind: 'treehouse',
      label: 'Treehouse',
      pages: ['leaves/one.md', 'leaves/two.md'],
    });
    expect(await docs.advice()).toBe(treehouse.advice);
    expect(await docs.address('leaves/two.md')).toBe('/tree/high/up');
  });

  it('is checked by its own rules', async () => {
    const { problems } = await docs.check();
    expect(problems.map(({ path, rule, subject }) => `${path} ${rule} ${subject ?? ''}`)).toEqual([
      'CONTENTS.md navigation-missing-page leaves/gone.md',
      'leaves/one.md link-broken /tree/two',
      'leaves/one.md anchor-broken two.md#none',
    ]);
  });

  it('keeps its navigation and links when a page moves', async () => {
    expect(contents(await docs.planMove('leaves/two.md', 'leaves/high.md'))).toMatchObject({
      'CONTENTS.md': expect.stringContaining('[Two](leaves/high.md)'),
      'leaves/one.md': expect.stringContaining('(high.md#none)'),
    });
  });
});
