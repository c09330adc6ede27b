import type { Facts } from './facts.ts';
import { indexPaths, type PathIndex } from './text/paths.ts';
import { detectSites, type Sites } from './site/detect.ts';
import type { SiteKind } from './site/kind.ts';
import type { DocsTree, DocsTreeEntry } from './tree.ts';
import { openView, type DocsView } from './view.ts';

/** How many sets of paths and descriptions of sites are cached: before and after, for a few concurrent jobs. */
const maximumCached = 8;

/** What follows from a list of paths alone, without the contents of the files. */
interface KnownPaths {
  entries: readonly DocsTreeEntry[];
  index: PathIndex;
  /** Indexes in the list of files from which a site may be read. */
  configuration: number[];
  /** The detected sites, by the folder of the docs and the contents of the configuration. */
  sites: Map<string, Promise<Sites>>;
}

/**
 * Opens views of trees. What depends only on paths and configuration is shared between trees in which these are equal.
 */
export function openViews(
  facts: Facts,
  kinds: readonly SiteKind[],
): (tree: DocsTree, folder: string) => Promise<DocsView> {
  const indexes: KnownPaths[] = [];

  return async (tree, folder) => {
    const entries = tree.entries();
    const known = indexed(entries);
    const context = { tree, index: known.index, facts };
    const normalised = folder.replace(/^\/+|\/+$/g, '').replace(/^\.$/, '');
    const key = `${normalised} ${known.configuration.map((position) => entries[position]?.blob).join(' ')}`;
    let sites = known.sites.get(key);
    if (!sites) {
      sites = detectSites(context, kinds, normalised);
      known.sites.set(key, sites);
      sites.catch(() => known.sites.delete(key));
      for (const oldest of known.sites.keys()) if (known.sites.size > maximumCached) known.sites.delete(oldest);
    }
    return openView(context, normalised, await sites);
  };

  function indexed(entries: readonly DocsTreeEntry[]): KnownPaths {
    const position = indexes.findIndex((candidate) => samePaths(candidate.entries, entries));
    const [known] = position === -1 ? [] : indexes.splice(position, 1);
    const current = known ?? {
      entries,
      index: indexPaths(entries),
      configuration: configurationIn(entries),
      sites: new Map<string, Promise<Sites>>(),
    };
    indexes.push(current);
    if (indexes.length > maximumCached) indexes.shift();
    return current;
  }
}

/** Trees share the entries of folders in which nothing differs: then their paths need no comparison. */
function samePaths(a: readonly DocsTreeEntry[], b: readonly DocsTreeEntry[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((one, position) => {
    const other = b[position];
    return one === other || (other !== undefined && other.path === one.path && other.kind === one.kind);
  });
}

/** Files from which the description of a site may be read. */
const configuration =
  /(?:^|\/)(?:[\w.-]+\.json|[\w.-]*(?:config|source|i18n)[\w./-]*\.[mc]?[jt]sx?|[\w.-]+\.(?:ya?ml|toml)|SUMMARY\.md|conf\.py|index\.html|_redirects|\.gitignore|(?:_?shortcodes|_markup)\/[\w./-]+\.html)$/i;

/**
 * Returns their indexes in the list. The pattern runs once for each list of paths: for 100,000 paths that takes 30 ms.
 */
function configurationIn(entries: readonly DocsTreeEntry[]): number[] {
  return entries.flatMap(({ path }, position) => (configuration.test(path) ? [position] : []));
}
