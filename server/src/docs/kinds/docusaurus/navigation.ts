import { mapBounded } from '../../map-bounded.ts';
import type { FindPage } from '../../navigation/navigation.ts';
import { quoted, quoteOf, sourceOf } from '../../navigation/entry-source.ts';
import { baseName, extensionOf, folderOf, isMarkdown, isWithin, joinPath, pathWithin } from '../../text/paths.ts';
import type { NavigationFormat, NavigationSource, Site, SiteView } from '../../site/kind.ts';
import { withoutNumberPrefix } from './addresses.ts';
import { readSidebars } from './sidebars.ts';

/** `sidebars.js` and its variants: they name pages by id. */
export const docusaurusNavigation: NavigationFormat = {
  file: 'literal',
  references: 'id',
  read: ({ literal }, find) => readSidebars(literal, find),
  finder: (view, site, source) => findById(view, site, source),
  async names({ facts, tree }, { source, to }) {
    const inner = pathWithin(to, source.folder);
    const bare = inner.slice(0, inner.length - extensionOf(inner).length);
    const rough = await facts.rough(tree, to);
    return [idOf(bare, rough.kind === 'known' ? rough.value.frontMatter['id'] : undefined), bare];
  },
  write: (file, like, { value }) => quoted(value, quoteOf(sourceOf(file, like))),
};

/**
 * Finds pages by id: their folder plus their `id` or file name, without number prefixes unless the configuration keeps
 * them. A page that sets `id` cannot be found by its file name.
 */
async function findById(view: SiteView, site: Site, { folder }: NavigationSource): Promise<FindPage> {
  const { index, facts, tree } = view;
  const pages = index.files.filter((path) => isMarkdown(path) && isWithin(path, folder));
  const ids = new Map<string, string>();
  const rough = await mapBounded(pages, 64, (path) => facts.rough(tree, path));
  const mayKeep = await mayKeepNumbers(view, site);
  for (const [position, path] of pages.entries()) {
    const inner = pathWithin(path, folder).slice(0, -extensionOf(path).length);
    const known = rough[position];
    const own = known?.kind === 'known' ? known.value.frontMatter['id'] : undefined;
    if (mayKeep) ids.set(joinPath(folderOf(inner), own ?? baseName(inner)) ?? inner, path);
    ids.set(idOf(inner, own), path);
  }
  const version = /\/versioned_docs\/(version-[^/]+)$/.exec(`/${folder}`)?.[1];
  return (value) => ({
    path: ids.get(value) ?? (version === undefined ? undefined : ids.get(value.replace(`${version}/`, ''))),
    sure: true,
  });
}

/** Whether `01-intro` may be an id unchanged: the site sets a prefix parser, or its configuration cannot be read. */
async function mayKeepNumbers({ facts, tree }: SiteView, { config, doubts }: Site): Promise<boolean> {
  const text = config === undefined || doubts.length > 0 ? undefined : await facts.text(tree, config);
  return text?.kind !== 'known' || text.value.includes('numberPrefixParser');
}

function idOf(inner: string, own: string | undefined): string {
  const segments = inner.split('/').map(withoutNumberPrefix);
  return [...segments.slice(0, -1), own ?? segments.at(-1)].join('/');
}
