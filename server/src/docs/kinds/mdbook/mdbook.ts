import { noOtherBases, hostDoubt, usualIndexNames } from '../../links/bases.ts';
import { mdBookSlugger } from '../../links/anchors/sluggers.ts';
import { mdbookRedirects } from './redirects.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { Site, SiteKind } from '../../site/kind.ts';
import { folderOf, isPagePath, isWithin, type PathIndex } from '../../text/paths.ts';
import { addressesOfFolders } from '../../site/site.ts';
import { readMdBook } from './read.ts';

export const mdbook: SiteKind = {
  name: 'mdbook',
  label: 'mdBook',
  detection: [{ file: /^book\.toml$/, read: readMdBook }],
  dialect: 'markdown',
  addresses: { fromFrontMatter: false, public: true, of: addressesOfFolders },
  links: {
    indexNames: usualIndexNames,
    bases: noOtherBases,
    doubt: bookDoubt,
    elsewhere: isOtherBook,
    // rust-lang.github.io/mdBook/format/configuration/preprocessors.html: the preprocessor `index` is on by default.
    readmeIsIndex: true,
  },
  anchors: { slugger: mdBookSlugger, separator: '-', honoursIds: true, exact: true, ignoresCase: false },
  titles: { from: 'navigation', description: false, frontMatter: 'unread' },
  redirects: mdbookRedirects,
  parts: { ...usualParts, includes: includeNotations.mdbook },
  runs: { ...onlyElements, preprocessors: 'build' },
  // rust-lang.github.io/mdBook: format/summary, format/configuration/renderers (output.html.redirect)
  advice:
    'mdBook. Navigation: `SUMMARY.md`; a chapter that is not listed is not built. No front matter; the `#` heading is the title. Links: relative file paths with `.md`. `{{#include}}` takes text from other files. Redirects: the table `[output.html.redirect]` in `book.toml`, `"/old.html" = "/new.html"`.',
};

/**
 * Whether a target leads to another book: it leaves this one and is an address, or lies in a folder that the repository
 * does not have. Books are published beside each other, so `../../std/index.html` is a page of another book.
 */
function isOtherBook({ site, index, expected }: { site: Site; index: PathIndex; expected: string }): boolean {
  if (site.contents.some(({ folder }) => isWithin(expected, folder))) return false;
  return !isPagePath(expected) || !index.isFolder(folderOf(expected));
}

/** Returns the doubt about a target outside the book: another book may be published there. */
function bookDoubt(link: Parameters<typeof hostDoubt>[0]): string | undefined {
  const { site, expected } = link;
  if (site.contents.some(({ folder }) => isWithin(expected, folder))) return hostDoubt(link);
  return 'what lies beside a book is published beside it';
}
