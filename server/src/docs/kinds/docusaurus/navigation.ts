import { mapBounded } from '../../map-bounded.ts';
import type { FindPage } from '../../navigation/navigation.ts';
import { quoted, quoteOf, sourceOf } from '../../navigation/written.ts';
import { extensionOf, isMarkdown, isWithin, pathWithin } from '../../paths.ts';
import type { NavigationFormat, NavigationSource, SiteView } from '../../site/kind.ts';
import { withoutNumberPrefix } from './addresses.ts';
import { readSidebars } from './sidebars.ts';

/** `sidebars.js` and its kin: pages by their ids. */
export const docusaurusNavigation: NavigationFormat = {
  file: 'literal',
  references: 'id',
  read: ({ literal }, find) => readSidebars(literal, find),
  finder: (view, _site, source) => findById(view, source),
  async names({ facts, tree }, { source, to }) {
    const inner = pathWithin(to, source.folder);
    const bare = inner.slice(0, inner.length - extensionOf(inner).length);
    const rough = await facts.rough(tree, to);
    return [idOf(bare, rough.kind === 'known' ? rough.value.frontMatter['id'] : undefined), bare];
  },
  write: (file, like, { value }) => quoted(value, quoteOf(sourceOf(file, like))),
};

/** Docusaurus names pages by ids: their folder and their `id` or file name, without number prefixes. */
async function findById({ index, facts, tree }: SiteView, { folder }: NavigationSource): Promise<FindPage> {
  const pages = index.files.filter((path) => isMarkdown(path) && isWithin(path, folder));
  const ids = new Map<string, string>();
  const rough = await mapBounded(pages, 64, (path) => facts.rough(tree, path));
  for (const [position, path] of pages.entries()) {
    const inner = pathWithin(path, folder).slice(0, -extensionOf(path).length);
    const known = rough[position];
    ids.set(inner, path);
    ids.set(idOf(inner, known?.kind === 'known' ? known.value.frontMatter['id'] : undefined), path);
  }
  const version = /\/versioned_docs\/(version-[^/]+)$/.exec(`/${folder}`)?.[1];
  return (value) => ({
    path: ids.get(value) ?? (version === undefined ? undefined : ids.get(value.replace(`${version}/`, ''))),
    sure: true,
  });
}

function idOf(inner: string, own: string | undefined): string {
  const segments = inner.split('/').map(withoutNumberPrefix);
  return [...segments.slice(0, -1), own ?? segments.at(-1)].join('/');
}
