import type { Facts } from './facts.ts';
import { indexPaths, type PathIndex } from './paths.ts';
import { detectSites, type Sites } from './site/detect.ts';
import type { SiteKind } from './site/kind.ts';
import type { DocsTree, DocsTreeEntry } from './tree.ts';
import { openView, type DocsView } from './view.ts';

/** How many sets of paths and readings of sites are kept: before and after, for a few jobs at once. */
const kept = 8;

/** Opens views of trees; what depends on paths and configuration alone is shared between trees that agree on it. */
export function openViews(
  facts: Facts,
  kinds: readonly SiteKind[],
): (tree: DocsTree, folder: string) => Promise<DocsView> {
  const indexes: { entries: DocsTreeEntry[]; index: PathIndex; sites: Map<string, Promise<Sites>> }[] = [];

  return async (tree, folder) => {
    const entries = tree.entries();
    const known = indexed(entries);
    const context = { tree, index: known.index, facts };
    const normalised = folder.replace(/^\/+|\/+$/g, '').replace(/^\.$/, '');
    const key = `${normalised} ${configurationKey(entries)}`;
    let sites = known.sites.get(key);
    if (!sites) {
      sites = detectSites(context, kinds, normalised);
      known.sites.set(key, sites);
      sites.catch(() => known.sites.delete(key));
      for (const oldest of known.sites.keys()) if (known.sites.size > kept) known.sites.delete(oldest);
    }
    return openView(context, normalised, await sites);
  };

  function indexed(entries: DocsTreeEntry[]) {
    const position = indexes.findIndex((candidate) => samePaths(candidate.entries, entries));
    const [known] = position === -1 ? [] : indexes.splice(position, 1);
    const current = known ?? {
      entries: entries.slice(),
      index: indexPaths(entries),
      sites: new Map<string, Promise<Sites>>(),
    };
    indexes.push(current);
    if (indexes.length > kept) indexes.shift();
    return current;
  }
}

function samePaths(a: DocsTreeEntry[], b: DocsTreeEntry[]): boolean {
  if (a.length !== b.length) return false;
  return a.every(({ path, kind }, position) => {
    const other = b[position];
    return other !== undefined && other.path === path && other.kind === kind;
  });
}

/** Files that a site's description may be read from. */
const configuration =
  /(?:^|\/)(?:[\w.-]+\.json|[\w.-]*(?:config|source|i18n)[\w./-]*\.[mc]?[jt]sx?|[\w.-]+\.(?:ya?ml|toml)|SUMMARY\.md|conf\.py|index\.html|_redirects|\.gitignore|(?:_?shortcodes|_markup)\/[\w./-]+\.html)$/i;

function configurationKey(entries: DocsTreeEntry[]): string {
  return entries
    .filter(({ path }) => configuration.test(path))
    .map(({ blob }) => blob)
    .join(' ');
}
