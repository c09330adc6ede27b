import { noOtherBases, usualIndexNames } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { folderOf } from '../../text/paths.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { onlyOfHosts } from '../../redirects/redirects.ts';
import { usualParts } from '../../parts/rules.ts';
import type { AddressedPage, SiteKind } from '../../site/kind.ts';
import { addressesAt } from '../../site/site.ts';
import { appSegments, isApp } from '../next/app-routes.ts';
import { localeAddresses, inOwnLocale, localeOf } from '../next/locales.ts';
import { readNextra } from './read.ts';

/** nextra.site/docs/built-ins, and components that pages import from Next.js. */
const nextraComponents: ReadonlySet<string> = new Set(
  'Callout Cards Cards.Card Tabs.Tab FileTree.Folder FileTree.File Steps Bleed Banner Table Video Image Link Head Search Collapse'.split(
    ' ',
  ),
);

export const nextra: SiteKind = {
  name: 'nextra',
  label: 'Nextra',
  detection: [{ file: /^next\.config\.[mc]?[jt]s$/, read: readNextra }],
  dialect: 'mdx',
  addresses: { fromFrontMatter: true, public: true, exact: true, of: addresses },
  links: { indexNames: usualIndexNames, bases: noOtherBases, anyPageEnding: true, meanings: inOwnLocale },
  anchors: {
    slugger: githubSlugger,
    separator: '-',
    honoursIds: true,
    inBrackets: true,
    plainComponents: nextraComponents,
    exact: true,
    ignoresCase: false,
  },
  // A page without a title gets that of `_meta`, or one made of its file name.
  titles: { from: 'navigation', description: false, frontMatter: 'possible' },
  redirects: onlyOfHosts,
  parts: usualParts,
  runs: {
    ...onlyElements,
    serves: true,
    ownModules: /^nextra\/components$|^nextra-theme-docs$|^next\/(?:image|link)$/,
  },
  // nextra.site/docs: file-conventions/meta-file, file-conventions/page-file, guide/link, guide/markdown
  advice:
    "Nextra. Navigation: `_meta.*` in each folder, keys are names of pages and folders, in order (`setup: 'Setup'`); pages that it does not name follow. Each key must be a page, a folder, or have `href` or `type: 'separator'`. Pages are MDX in `content/`, `pages/`, or `app/…/page.mdx`. Links: addresses from the root without ending, `/docs/setup`. Ids of headings: `## Title [#id]`. Redirects: `redirects` in `next.config.*`, `{ source, destination, permanent: true }`.",
};

/** Computes addresses from the path. `app/` has a folder for each page, and its groups add no segment. */
function addresses({ site, content, inner }: AddressedPage): string[] {
  if (isApp(content.folder)) {
    const segments = /(?:^|\/)page$/.test(inner) ? appSegments(folderOf(inner)) : undefined;
    return segments ? addressesAt(content, segments.join('/')) : [];
  }
  const { locale, place } = localeOf(site.locales, inner);
  return localeAddresses(site.locales, locale, addressesAt(content, place.replace(/(?:^|\/)index$/, '')));
}
