import { mapBounded } from '../map-bounded.ts';
import type { Site, SiteContext } from './kind.ts';
import { addressesOf } from './routes.ts';

/** Where readers find a page, as far as its files tell. */
export interface PageAddress {
  path: string;
  /** The prefix of the site that its configuration names; '' where it names none. */
  base: string;
  /** Addresses below the base, the usual one first; '' is the page at the top. Decoded from nothing, as paths are. */
  addresses: string[];
}

/** The addresses of the given pages. An address that several claim is the first one's whose usual one it is. */
export async function readAddresses(
  context: SiteContext,
  siteOfPage: (path: string) => Site,
  pages: string[],
): Promise<PageAddress[]> {
  const found = await mapBounded(pages, 64, async (path) => {
    const site = siteOfPage(path);
    const rough = await context.facts.rough(context.tree, path);
    const addresses = addressesOf(site, path, rough.kind === 'known' ? rough.value.frontMatter : {});
    return { path, base: site.base, addresses: [...new Set(addresses)] };
  });
  return withoutOthers(found);
}

/** Each address stays with one page: the first whose usual one it is, or else the first that answers to it. */
function withoutOthers(pages: PageAddress[]): PageAddress[] {
  const owners = new Map<string, string>();
  const claim = (base: string, addresses: string[], path: string) => {
    for (const address of addresses) if (!owners.has(base + address)) owners.set(base + address, path);
  };
  for (const { path, base, addresses } of pages) claim(base, addresses.slice(0, 1), path);
  for (const { path, base, addresses } of pages) claim(base, addresses.slice(1), path);
  return pages.map(({ path, base, addresses }) => ({
    path,
    base,
    addresses: addresses.filter((address) => owners.get(base + address) === path),
  }));
}
