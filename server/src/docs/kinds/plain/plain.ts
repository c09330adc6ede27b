import { basesAsFolder, noOtherBases, hostDoubt, usualIndexNames } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { rulesOfAll } from '../../page-code/builders.ts';
import { strictest } from '../../page-code/code-rules.ts';
import { onlyOfHosts } from '../../redirects/redirects.ts';
import { usualParts } from '../../parts/rules.ts';
import type { AddressedPage, SiteKind } from '../../site/kind.ts';
import { addressesAt, asPrefix } from '../../site/site.ts';

/** Markdown that no generator claims, interpreted like a code host shows it. */
export const plain: SiteKind = {
  name: 'plain',
  label: 'Markdown files',
  detection: [],
  dialect: 'markdown',
  addresses: { fromFrontMatter: false, public: false, of: addresses },
  links: {
    indexNames: usualIndexNames,
    bases: (link) => (link.site.doubts.length === 0 ? noOtherBases(link) : basesAsFolder(link)),
    doubt: hostDoubt,
  },
  anchors: { slugger: githubSlugger, separator: '-', honoursIds: false, exact: true, ignoresCase: true },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'possible' },
  redirects: onlyOfHosts,
  parts: usualParts,
  // The page belongs to no site that was read: any builder may read it.
  runs: strictest(rulesOfAll),
  advice:
    'No generator of docs sites was recognised: follow the neighbours in everything. Index pages and lists of pages are the navigation. Links: relative file paths. Without a file of redirects, name old and new addresses at the end.',
};

/** With most generators, `permalink` or `url` in front matter is the address. */
function addresses({ content, inner, frontMatter }: AddressedPage): string[] {
  const fixed = frontMatter.permalink ?? frontMatter.url;
  if (fixed?.startsWith('/') === true) return [asPrefix(fixed)];
  return addressesAt(content, inner.replace(/(?:^|\/)(?:index|readme|_index)$/i, ''));
}
