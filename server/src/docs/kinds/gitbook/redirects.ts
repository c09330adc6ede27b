import { readRedirectMap } from '../../redirects/literal-stores.ts';
import type { RedirectRules } from '../../redirects/redirects.ts';
import { addressToPath } from '../../redirects/spelling.ts';
import type { Site, SiteContext } from '../../site/kind.ts';

/** gitbook.com/docs/getting-started/git-sync/content-configuration: `redirects` of an existing `.gitbook.yaml`. */
export const gitbookRedirects: RedirectRules<SiteContext, Site> = {
  async stores(_context, { config, root }) {
    if (config === undefined || !/\.ya?ml$/.test(config)) return [];
    return [
      {
        path: config,
        file: 'literal',
        read: ({ text, literal }) =>
          literal.kind === 'map' ? readRedirectMap(text, { parent: literal, key: 'redirects' }) : undefined,
        spelling: addressToPath(root),
        owner: 'site',
      },
    ];
  },
  frontMatter: () => undefined,
};
