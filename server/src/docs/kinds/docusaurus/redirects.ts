import { valueAt, itemsOf, textOf, type Literal, type LiteralMap } from '../../literal/literal.ts';
import { readRedirectObjects } from '../../redirects/literal-stores.ts';
import type { RedirectRules } from '../../redirects/redirects.ts';
import { addressSpelling } from '../../redirects/spelling.ts';
import type { Site, SiteContext } from '../../site/kind.ts';

/**
 * Redirects of docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects, for sites that set up that plugin.
 */
export const docusaurusRedirects: RedirectRules<SiteContext, Site> = {
  async stores(_context, site) {
    if (site.config === undefined) return [];
    return [
      {
        path: site.config,
        file: 'literal',
        read({ text, literal }) {
          const options = redirectOptions(literal);
          if (!options) return undefined;
          const list = readRedirectObjects(
            text,
            { parent: options, key: 'redirects' },
            { source: 'from', target: 'to' },
          );
          return { ...list, complete: list.complete && valueAt(options, 'createRedirects') === undefined };
        },
        spelling: addressSpelling(site, { base: 'none' }),
        owner: 'site',
        inEachLanguage: true,
      },
    ];
  },
  frontMatter: () => undefined,
};

function redirectOptions(config: Literal): LiteralMap | undefined {
  for (const plugin of itemsOf(valueAt(config, 'plugins'))) {
    const [name, options] = itemsOf(plugin);
    if (textOf(name)?.endsWith('client-redirects') === true && options?.kind === 'map') return options;
  }
  return undefined;
}
