import { mapBounded } from '../map-bounded.ts';
import type { Site, SiteContext } from './kind.ts';
import { addressesOf } from './routes.ts';

/** The addresses of a page, as far as its files show them. */
export interface PageAddress {
  path: string;
  /** The prefix of the site in its configuration; '' if it sets none. */
  base: string;
  /** Addresses below the base, the usual one first; '' is the page at the top. Not decoded, just as paths are not. */
  addresses: string[];
}

/**
 * Returns the addresses of the given pages. An address claimed by several pages goes to the first whose usual address
 * it is.
 */
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

/** Leaves each address to one page: the first whose usual address it is, or else the first that has it at all. */
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
