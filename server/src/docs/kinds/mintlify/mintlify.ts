import { githubSlugger } from '../../links/sluggers.ts';
import type { SiteKind } from '../../site/kind.ts';
import { addressesByPath } from '../../site/site.ts';
import { basesAsFolder, usualIndexNames } from '../../links/bases.ts';
import { readMintlify } from './read.ts';

export const mintlify: SiteKind = {
  name: 'mintlify',
  label: 'Mintlify',
  detection: [{ file: /^(?:docs|mint)\.json$/, read: readMintlify }],
  dialect: 'mdx-tolerant',
  addresses: { fromFrontMatter: false, public: true, of: addressesByPath },
  links: { indexNames: usualIndexNames, bases: basesAsFolder },
  anchors: { slugger: githubSlugger, separator: '-', honoursIds: false, exact: false, ignoresCase: false },
  titles: { from: 'front-matter-or-heading', description: true },
  // mintlify.com/docs: settings and navigation, pages, create/redirects
  advice:
    'Mintlify. Navigation: `docs.json` (formerly `mint.json`), paths without ending. Pages are MDX with `title` and `description` in front matter, which makes the `#` heading. Links: from the root without ending, `/guides/setup`. Files in `snippets/` are parts of pages. Redirects: `redirects` in `docs.json`, `{"source": "/old", "destination": "/new"}`, without anchors or queries in the source.',
};
