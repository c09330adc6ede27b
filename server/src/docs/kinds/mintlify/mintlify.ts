import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { mintlifyRedirects } from './redirects.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { Site, SiteKind } from '../../site/kind.ts';
import { addressesByPath } from '../../site/site.ts';
import { basesAsFolder, usualIndexNames } from '../../links/bases.ts';
import { readMintlify } from './read.ts';

/** mintlify.com/docs: components/fields, components/responses. Public sites link to anchors with these prefixes. */
const fieldPrefixes: ReadonlyMap<string, string> = new Map([
  ['ParamField', 'param-'],
  ['ResponseField', 'response-'],
]);

export const mintlify: SiteKind = {
  name: 'mintlify',
  label: 'Mintlify',
  detection: [{ file: /^(?:docs|mint)\.json$/, read: readMintlify }],
  dialect: 'mdx-tolerant',
  addresses: { fromFrontMatter: false, public: true, of: addressesByPath },
  links: { indexNames: usualIndexNames, bases: basesAsFolder, anyPageEnding: true, doubt: descriptionDoubt },
  anchors: {
    slugger: githubSlugger,
    separator: '-',
    honoursIds: false,
    exact: false,
    ignoresCase: false,
    prefixes: fieldPrefixes,
  },
  titles: { from: 'front-matter-or-heading', description: true, frontMatter: 'required' },
  redirects: mintlifyRedirects,
  parts: { ...usualParts, includes: includeNotations.mintlify, aliases: 'none', fromTop: 'root', servesFiles: true },
  runs: { ...onlyElements, serves: true },
  madeForAgents: { index: true, twins: true },
  // mintlify.com/docs: settings and navigation, pages, create/redirects
  advice:
    'Mintlify. Navigation: `docs.json` (formerly `mint.json`), paths without ending. Pages are MDX with `title` and `description` in front matter, which makes the `#` heading. Links: from the root without ending, `/guides/setup`. Files in `snippets/` are parts of pages. Redirects: `redirects` in `docs.json`, `{"source": "/old", "destination": "/new"}`, without anchors or queries in the source.',
};

/**
 * Returns the doubt about a missing page below generated ones. The rules for addresses of operations have changed, so
 * only the site's links can prove them.
 */
function descriptionDoubt({ site, path }: { site: Site; path: string }): string | undefined {
  const [, area = ''] = path.split('/');
  const isDescribed = area !== '' && [...site.otherPages.keys()].some((address) => address.startsWith(`/${area}/`));
  return isDescribed ? 'the pages there are made from descriptions of interfaces' : undefined;
}
