import { basesAsFolder, usualIndexNames } from '../../links/bases.ts';
import { kramdownSlugger } from '../../links/anchors/sluggers.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { SiteKind } from '../../site/kind.ts';
import { inclusionsOf } from './includes.ts';
import { unwrapLiquid } from './liquid.ts';
import { readJekyll } from './read.ts';

export const jekyll: SiteKind = {
  name: 'jekyll',
  label: 'Jekyll',
  detection: [{ file: /^_config\.(?:ya?ml|toml)$/, read: readJekyll }],
  dialect: 'templates',
  addresses: {
    fromFrontMatter: true,
    public: true,
    ofHtml: true,
    of: ({ site, ...page }) => site.permalinks?.of(page) ?? [],
  },
  links: { indexNames: usualIndexNames, bases: basesAsFolder, fromAddress: true, unwrap: unwrapLiquid },
  anchors: {
    slugger: kramdownSlugger,
    separator: '-',
    honoursIds: true,
    exact: true,
    ignoresCase: false,
    plainHtml: true,
    inclusionsOf,
  },
  redirects: { stores: () => Promise.resolve([]), frontMatter: () => 'redirect_from' },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'usual' },
  parts: { ...usualParts, includes: includeNotations.jekyll },
  runs: { ...onlyElements, templates: 'reader' },
  // jekyllrb.com/docs: front-matter, permalinks, collections, liquid/tags; github.com/jekyll/jekyll-redirect-from
  advice:
    'Jekyll. A page needs front matter (`---`), with `title` and often `layout` or `permalink`; take those of the neighbours. Navigation: `_data/*.yml` where pages are listed there, else front matter: `parent` and `nav_order` name titles of other pages (Just the Docs), so a new title is to be changed in its children too. Links: as the neighbours write them, often `{% link path/from/the/top.md %}` or `{{ "/address" | relative_url }}`. Liquid in `{% … %}` and `{{ … }}` stays as it is. Posts are `_posts/YYYY-MM-DD-name.md`. Redirects: `redirect_from` in the front matter of the new page, if the plugin jekyll-redirect-from is set up.',
};
