import { readRedirectMap } from '../../redirects/literal-stores.ts';
import type { RedirectRules } from '../../redirects/redirects.ts';
import { addressSpelling } from '../../redirects/spelling.ts';
import type { Site, SiteContext } from '../../site/kind.ts';

/**
 * docs.astro.build/en/reference/configuration-reference/#redirects: sources exclude the site's base, targets include
 * it.
 */
export const starlightRedirects: RedirectRules<SiteContext, Site> = {
  async stores(_context, site) {
    if (site.config === undefined) return [];
    return [
      {
        path: site.config,
        file: 'literal',
        read: ({ text, literal }) =>
          literal.kind === 'map' ? readRedirectMap(text, { parent: literal, key: 'redirects' }) : undefined,
        spelling: addressSpelling(site, { base: 'target' }),
        owner: 'site',
      },
    ];
  },
  frontMatter: () => undefined,
};
