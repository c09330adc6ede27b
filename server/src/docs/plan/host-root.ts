import type { RoughFacts } from '../compare/candidates.ts';
import { addressOfLink, openStores, redirectEntriesOf } from '../redirects/open.ts';
import type { Site } from '../site/kind.ts';
import { folderOf, isWithin, pathWithin } from '../text/paths.ts';
import type { DocsView } from '../view.ts';

/** Where a host serves the pages of a site whose generator is not known. */
export interface HostRoot {
  /** The folder whose pages are at the top of the host. */
  folder: string;
  /** Whether nothing shows it: no redirect of the host leads to a page. */
  isAssumed: boolean;
}

const known = new WeakMap<DocsView, Map<Site, Promise<HostRoot | undefined>>>();

/**
 * Finds out from the redirects that a host has which folder it serves: those that lead to `/docs/a` show that it is the
 * one above `docs`. Undefined for a site without a file of redirects, where nobody would follow an address.
 */
export async function hostRootOf(view: DocsView, site: Site): Promise<HostRoot | undefined> {
  const ofView = known.get(view) ?? new Map<Site, Promise<HostRoot | undefined>>();
  known.set(view, ofView);
  const root = ofView.get(site) ?? findRoot(view, site);
  ofView.set(site, root);
  return await root;
}

async function findRoot(view: DocsView, site: Site): Promise<HostRoot | undefined> {
  if (site.hosts.length === 0) return undefined;
  const pages = view.pages.filter((path) => view.sites.of(path) === site);
  const targets = redirectEntriesOf(await openStores(view, site)).map(({ link }) => addressOfLink(site, link));
  // A file of redirects beside pages is in the folder that is served.
  const besides = site.hosts.map(({ path }) => folderOf(path)).filter((one) => pages.some((page) => isIn(page, one)));
  const candidates = [...new Set([...besides.toReversed(), site.contents[0]?.folder ?? '', ''])].map((folder) => {
    const addresses = new Set(pages.map((path) => addressBelow(site, folder, path, {})));
    return { folder, count: targets.filter((target) => target !== undefined && leadsTo(target, addresses)).length };
  });
  const most = Math.max(...candidates.map(({ count }) => count));
  const best = candidates.filter(({ count }) => count === most);
  return { folder: best[0]?.folder ?? '', isAssumed: most === 0 || best.length > 1 };
}

/** Whether a target is a page of these addresses, or a pattern of some. The home page is at the top everywhere. */
function leadsTo(target: string, addresses: ReadonlySet<string | undefined>): boolean {
  const [literal = ''] = target.split(/[:*]/, 1);
  if (literal === target) return target !== '' && addresses.has(target);
  return literal.length > 1 && [...addresses].some((address) => address?.startsWith(literal));
}

function isIn(path: string, folder: string): boolean {
  return folder === '' || isWithin(path, folder);
}

/** Returns the address of a page if a host serves a folder; undefined for a page outside of it. */
export function addressBelow(
  site: Site,
  folder: string,
  path: string,
  frontMatter: RoughFacts['frontMatter'],
): string | undefined {
  const [content] = site.contents;
  if (content === undefined || !isIn(path, folder)) return undefined;
  const inner = pathWithin(path, folder).replace(/\.\w+$/, '');
  return site.kind.addresses.of({ site, content: { ...content, folder }, inner, frontMatter })[0];
}
