import { basesAsFolder, usualIndexNames } from '../../links/bases.ts';
import { hugoSlugger } from '../../links/anchors/sluggers.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { LinkRules, SiteKind } from '../../site/kind.ts';
import { inclusionsOf } from './shortcodes.ts';
import { readHugo } from './read.ts';
import { unwrapReference } from './references.ts';

export const hugo: SiteKind = {
  name: 'hugo',
  label: 'Hugo',
  detection: [
    {
      file: /^(?:(?:hugo|config)\.(?:toml|ya?ml|json)|config\/_default\/[\w.-]+\.(?:toml|ya?ml|json))$/,
      read: readHugo,
    },
  ],
  dialect: 'templates',
  addresses: {
    fromFrontMatter: true,
    public: true,
    ignoreCase: true,
    of: ({ site, ...page }) => site.permalinks?.of(page) ?? [],
  },
  links: { indexNames: usualIndexNames, bases, unwrap: unwrapReference },
  anchors: {
    slugger: hugoSlugger,
    separator: '-',
    honoursIds: true,
    exact: true,
    ignoresCase: false,
    plainHtml: true,
    inclusionsOf,
  },
  redirects: { stores: () => Promise.resolve([]), frontMatter: () => 'aliases' },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'usual' },
  parts: { ...usualParts, includes: includeNotations.hugo },
  runs: { ...onlyElements, shortcodes: 'reader' },
  // gohugo.io: content-management/organization, content-management/urls, content-management/menus, shortcodes/ref
  advice:
    'Hugo. Pages list themselves by folder: `_index.md` is a section, `index.md` a page with files beside it; `weight` in front matter orders them, and `menus` there or in the configuration makes menus. Front matter may be TOML (`+++`), YAML (`---`) or JSON: keep what the page has. Links: as the neighbours write them, often `{{< relref "page.md" >}}` or `/section/page/`. Shortcodes `{{< … >}}` and `{{% … %}}` stay as they are. Redirects: `aliases` in the front matter of the new page, a list of old addresses.',
};

/**
 * Links are relative to the page's address, as browsers resolve them. Render hooks also search the content and assets
 * roots.
 */
function bases(link: Parameters<LinkRules['bases']>[0]): string[] {
  return [...basesAsFolder(link), ...link.site.contents.map(({ folder }) => folder), ...link.site.statics];
}
