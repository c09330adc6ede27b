import { noOtherBases, usualIndexNames } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { folderOf } from '../../text/paths.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { onlyOfHosts } from '../../redirects/redirects.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { AddressedPage, SiteKind } from '../../site/kind.ts';
import { addressesAt } from '../../site/site.ts';
import { appSegments, isApp } from '../next/app-routes.ts';
import { localeAddresses, inOwnLocale, localeOf } from '../next/locales.ts';
import { readFumadocs, readFumadocsPackage } from './read.ts';

/** fumadocs.dev/docs/ui/components, without those that create anchors (`TypeTable`). */
const fumadocsComponents: ReadonlySet<string> = new Set(
  'Callout CalloutContainer CalloutTitle CalloutDescription Files Folder File Accordions ImageZoom Image Link Banner CodeBlock CodeBlockTab CodeBlockTabs CodeBlockTabsList CodeBlockTabsTrigger DynamicCodeBlock InlineTOC GithubInfo Mermaid TabsList TabsTrigger TabsContent'.split(
    ' ',
  ),
);

export const fumadocs: SiteKind = {
  name: 'fumadocs',
  label: 'Fumadocs',
  detection: [
    { file: /^source\.config\.[mc]?[jt]s$/, read: readFumadocs },
    { file: /^package\.json$/, read: readFumadocsPackage, onlyUnclaimed: true },
  ],
  dialect: 'mdx',
  addresses: { fromFrontMatter: true, public: true, exact: true, of: addresses },
  links: { indexNames: usualIndexNames, bases: noOtherBases, meanings: inOwnLocale },
  anchors: {
    slugger: githubSlugger,
    separator: '-',
    honoursIds: true,
    inBrackets: true,
    plainComponents: fumadocsComponents,
    exact: true,
    ignoresCase: false,
  },
  titles: { from: 'front-matter', description: false, frontMatter: 'required' },
  redirects: onlyOfHosts,
  parts: { ...usualParts, includes: includeNotations.fumadocs },
  runs: { ...onlyElements, serves: true, ownModules: /^fumadocs-ui\/components\/[\w-]+$|^next\/(?:image|link)$/ },
  // fumadocs.dev/docs: page-conventions, markdown, headless/mdx/headings
  advice:
    'Fumadocs. Navigation: `pages` in the `meta.json` of each folder, names of pages and folders without ending; `"..."` stands for the rest, `"---Title---"` separates, `"[Text](/url)"` links. Pages are MDX with `title` in front matter, which makes the `#` heading. A folder in brackets, `(group)`, is no part of the address. Links: addresses from the root, `/docs/setup`. Ids of headings: `## Title [#id]`. Redirects: `redirects` in `next.config.*`, `{ source, destination, permanent: true }`.',
};

/** Computes addresses from the path below the loader's address, without route groups. */
function addresses({ site, content, inner }: AddressedPage): string[] {
  if (isApp(content.folder)) {
    const segments = /(?:^|\/)page$/.test(inner) ? appSegments(folderOf(inner)) : undefined;
    return segments ? addressesAt(content, segments.join('/')) : [];
  }
  if (/(?:^|\/)\.[^/]*$/.test(inner)) return [];
  const { locale, place } = localeOf(site.locales, inner);
  const segments = place.split('/').filter((segment) => !/^\(.+\)$/.test(segment));
  const slugs = segments.join('/').replace(/(?:^|\/)index$/, '');
  return localeAddresses(site.locales, locale, addressesAt(content, slugs));
}
