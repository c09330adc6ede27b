import { valueAt, itemsOf, type Literal, type LiteralMap } from '../../literal/literal.ts';
import { readRedirectMap } from '../../redirects/literal-stores.ts';
import type { RedirectRules } from '../../redirects/redirects.ts';
import { pathSpelling } from '../../redirects/spelling.ts';
import type { Site, SiteContext } from '../../site/kind.ts';

/** Redirects of pypi.org/project/mkdocs-redirects, for sites that set up that plugin. */
export const mkdocsRedirects: RedirectRules<SiteContext, Site> = {
  async stores(_context, { config, contents }) {
    if (config === undefined) return [];
    return [
      {
        path: config,
        file: 'literal',
        read({ text, literal }) {
          const parent = redirectOptions(valueAt(literal, 'plugins'));
          return parent && readRedirectMap(text, { parent, key: 'redirect_maps' });
        },
        spelling: pathSpelling(contents[0]?.folder ?? ''),
        owner: 'site',
        inEachLanguage: true,
      },
    ];
  },
  frontMatter: () => undefined,
};

function redirectOptions(plugins: Literal | undefined): LiteralMap | undefined {
  const options = [valueAt(plugins, 'redirects'), ...itemsOf(plugins).map((item) => valueAt(item, 'redirects'))];
  return options.find((one) => one?.kind === 'map');
}
