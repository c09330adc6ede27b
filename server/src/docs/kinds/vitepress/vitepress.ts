import { noOtherBases, usualIndexNames } from '../../links/bases.ts';
import { vitePressSlugger } from '../../links/anchors/sluggers.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { onlyOfHosts } from '../../redirects/redirects.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { AddressedPage, SiteKind } from '../../site/kind.ts';
import { addressesByPath } from '../../site/site.ts';
import { readVitePress } from './read.ts';

/** Components of the default theme: vitepress.dev/reference/default-theme-badge, default-theme-team-page, default-theme-home-page. */
const themeComponents: ReadonlySet<string> = new Set(
  'Badge ClientOnly Content VPBadge VPButton VPDocAsideSponsors VPFeature VPFeatures VPHomeContent VPHomeFeatures VPHomeHero VPHomeSponsors VPImage VPLink VPSponsors VPSwitch VPTeamMembers VPTeamPage VPTeamPageSection VPTeamPageTitle'.split(
    ' ',
  ),
);

export const vitepress: SiteKind = {
  name: 'vitepress',
  label: 'VitePress',
  detection: [{ file: /^\.vitepress\/config(?:\/index)?\.[mc]?[jt]s$/, read: readVitePress }],
  dialect: 'markdown',
  addresses: { fromFrontMatter: false, public: true, of: addresses },
  links: {
    indexNames: usualIndexNames,
    bases: noOtherBases,
    // Vue's own elements take selectors and names in `to`: `<Teleport to="body">`.
    attribute: (element, attribute) =>
      attribute === 'to' && /^(?:Teleport|teleport|RouterLink)$/.test(element) ? 'other' : undefined,
  },
  anchors: {
    slugger: vitePressSlugger,
    separator: '-',
    honoursIds: true,
    plainComponents: themeComponents,
    exact: true,
    ignoresCase: false,
  },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'possible' },
  redirects: onlyOfHosts,
  parts: {
    ...usualParts,
    includes: includeNotations.vitepress,
    scripts: true,
    aliases: 'vite',
    servesFiles: true,
    resolvesMedia: true,
  },
  runs: { ...onlyElements, vue: 'build', ownModules: /^(?:vue|vitepress|vitepress\/theme)$/ },
  // vitepress.dev: reference/default-theme-sidebar, guide/markdown, guide/routing (rewrites move pages; there are no redirects)
  advice:
    'VitePress. Navigation: `themeConfig.sidebar` and `nav` in `.vitepress/config.*`, by address without `.md`. Front matter is optional; follow the neighbours. Notes are `::: tip` containers; `{{ }}` in text is code. VitePress itself has no redirects (`rewrites` only give files other addresses): without a file of its host, name old and new addresses at the end.',
};

function addresses(page: AddressedPage): string[] {
  return page.site.permalinks?.of(page) ?? addressesByPath(page);
}
