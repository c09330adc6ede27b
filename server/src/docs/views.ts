import type { Facts } from './facts.ts';
import { indexPaths, type PathIndex } from './paths.ts';
import { detectSites, type Sites } from './site/detect.ts';
import type { SiteKind } from './site/kind.ts';
import type { DocsTree, DocsTreeEntry } from './tree.ts';
import { openView, type DocsView } from './view.ts';

/** How many sets of paths and readings of sites are kept: before and after, for a few jobs at once. */
const kept = 8;

/** What is known of a list of paths, whatever stands in the files. */
interface KnownPaths {
  entries: DocsTreeEntry[];
  index: PathIndex;
  /** Places in the list of what a site's description may be read from. */
  configuration: number[];
  /** The readings of sites, by the folder of the docs and what the configuration was. */
  sites: Map<string, Promise<Sites>>;
}

/** Opens views of trees; what depends on paths and configuration alone is shared between trees that agree on it. */
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
      for (const oldest of known.sites.keys()) if (known.sites.size > kept) known.sites.delete(oldest);
    }
    return openView(context, normalised, await sites);
  };

  function indexed(entries: DocsTreeEntry[]): KnownPaths {
    const position = indexes.findIndex((candidate) => samePaths(candidate.entries, entries));
    const [known] = position === -1 ? [] : indexes.splice(position, 1);
    const current = known ?? {
      entries: entries.slice(),
      index: indexPaths(entries),
      configuration: configurationIn(entries),
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

/** Their places in the list. The pattern is tried once for a list of paths: of 100,000 that takes 30 ms. */
function configurationIn(entries: DocsTreeEntry[]): number[] {
  return entries.flatMap(({ path }, position) => (configuration.test(path) ? [position] : []));
}
