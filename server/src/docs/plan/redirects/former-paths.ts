import { CopydeskError } from '@copydesk/contract/errors';
import { fallbackPrefixes } from '../../links/respell.ts';
import { mapBounded } from '../../map-bounded.ts';
import { addressOfLink } from '../../redirects/open.ts';
import type { Site } from '../../site/kind.ts';
import { joinParts } from '../../site/site.ts';
import type { DocsView } from '../../view.ts';
import { hostRootOf } from '../host-root.ts';
import { addressAt, type LinkTarget } from '../link-target.ts';
import { formerAddressesOf, type FormerAddress } from '../languages.ts';

/** A file that moved or was deleted, and where readers of its page are redirected. */
export interface FormerPath {
  path: string;
  site: Site;
  /** The former address of its page, below the site's base; undefined if it was no page. */
  address: string | undefined;
  to: LinkTarget | undefined;
  /** The same for readers of languages without a translation of the page, if those are computed. */
  inLanguages?: FormerAddress[];
  /** Whether it is a folder. Its address is the prefix of the addresses of its pages. */
  isFolder?: boolean;
}

/**
 * Returns the former paths of files, with their new targets.
 * @param after the docs with the pages at their new paths
 */
export async function formerPathsOf(
  view: DocsView,
  after: DocsView,
  paths: string[],
  endFor: (path: string) => Promise<LinkTarget | undefined>,
): Promise<FormerPath[]> {
  return await mapBounded(paths, 32, async (path) => {
    const to = await endFor(path);
    const inLanguages = await formerAddressesOf(view, path, after, to);
    return { path, site: view.sites.of(path), address: await addressAt(view, path), to, inLanguages };
  });
}

/**
 * Returns a page by its path. `file` is its path before the change, and `before` the docs then, whose redirects show
 * what the host serves.
 */
export async function pageTarget(view: DocsView, path: string, file = path, before = view): Promise<LinkTarget> {
  const site = before.sites.of(file);
  const root = site.kind.addresses.public ? undefined : await hostRootOf(before, site);
  return { address: await addressAt(view, path, root), path, file, isAssumed: root?.isAssumed };
}

/**
 * Returns the page or URL that a person names by a path, an address or a URL.
 * @throws CopydeskError `path_refused` if there is no such page.
 */
export async function findTarget(view: DocsView, target: string): Promise<LinkTarget> {
  if (/^https?:\/\//i.test(target)) return { address: undefined, url: new URL(target).href };
  const [, place = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  if (view.index.isFile(place) && view.isPage(place)) return { ...(await pageTarget(view, place)), hash };
  const { main } = view.sites;
  await view.loadRoutes();
  const from = joinParts(main.contents[0]?.folder ?? main.root, 'index.md');
  const link = place.startsWith('/') ? place : `/${place}`;
  const found = view.resolveQuickly(from, link, 'link');
  if (found.kind === 'found' && found.path !== undefined) {
    const end = await pageTarget(view, found.path);
    const named = addressOfLink(main, link);
    // `/hi/a`, where the page `a` replaces its missing translation, is another place than `/a`.
    const isOther = named !== undefined && fallbackPrefixes(main, found.path, named).length > 0;
    // Only the person knows the addresses of a site without a known generator.
    const isGiven = named !== undefined && place.startsWith('/') && !main.kind.addresses.public;
    const isAssumed = isGiven ? false : end.isAssumed;
    return { ...end, address: isOther || isGiven ? named : end.address, isAssumed, hash };
  }
  throw new CopydeskError(
    'path_refused',
    `There is no page ${target} to redirect to. Give the path of a page, its address or a URL.`,
  );
}
