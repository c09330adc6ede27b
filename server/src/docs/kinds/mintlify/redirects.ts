import { valueAt, textOf } from '../../literal/literal.ts';
import { folderOf, joinPath } from '../../text/paths.ts';
import { readRedirectObjects } from '../../redirects/literal-stores.ts';
import type { RedirectRules, RedirectStore } from '../../redirects/redirects.ts';
import { addressSpelling } from '../../redirects/spelling.ts';
import type { Site, SiteContext } from '../../site/kind.ts';
import { readConfig } from '../../site/site.ts';

const keys = { source: 'source', target: 'destination' };

/** mintlify.com/docs/create/redirects: `redirects` of `docs.json`, or of the file that it references by `$ref`. */
export const mintlifyRedirects: RedirectRules<SiteContext, Site> = {
  async stores(context, site) {
    const { config } = site;
    if (config === undefined) return [];
    const named = textOf(valueAt(await readConfig(context, config), 'redirects', '$ref'));
    const path = named === undefined ? undefined : joinPath(folderOf(config), named);
    return path === undefined || !context.index.isFile(path)
      ? [storeInConfiguration(config, site)]
      : [storeInFile(path, site)];
  },
  frontMatter: () => undefined,
};

function storeInConfiguration(path: string, site: Site): RedirectStore {
  return {
    path,
    file: 'literal',
    read: ({ text, literal }) =>
      literal.kind === 'map' ? readRedirectObjects(text, { parent: literal, key: 'redirects' }, keys) : undefined,
    spelling: addressSpelling(site, { base: 'none' }),
    owner: 'site',
  };
}

/** Returns the store for a file that contains only the list of redirects. */
function storeInFile(path: string, site: Site): RedirectStore {
  return {
    ...storeInConfiguration(path, site),
    read({ text, literal }) {
      const { start, end } = literal;
      const entries = [{ key: 'redirects', value: literal, start, end }];
      return readRedirectObjects(
        text,
        { parent: { kind: 'map', entries, open: false, start, end }, key: 'redirects' },
        keys,
      );
    },
  };
}
