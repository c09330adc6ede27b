import type { Routes, Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import { looksLikeOneOf } from './typo.ts';
import { pathOf } from './wrapped.ts';

/**
 * Whether an absolute target looks like a page's address with a typo, on sites where front matter decides addresses.
 */
export async function looksLikeAddress(view: DocsView, site: Site, raw: string): Promise<boolean> {
  const path = pathOf(site, raw);
  if (path?.startsWith('/') !== true || !site.kind.addresses.fromFrontMatter) return false;
  const address = path.replace(/\/$/, '');
  const names = namesByParent(await view.routesOf(site)).get(address.slice(0, address.lastIndexOf('/')));
  return names !== undefined && looksLikeOneOf(address.slice(address.lastIndexOf('/') + 1), names);
}

const byRoutes = new WeakMap<Routes, Map<string, string[]>>();

/** Returns the last segments of all addresses, by the part before them. */
function namesByParent(routes: Routes): Map<string, string[]> {
  const known = byRoutes.get(routes);
  if (known) return known;
  const made = new Map<string, string[]>();
  for (const address of routes.keys()) {
    const slash = address.lastIndexOf('/');
    const names = made.get(address.slice(0, slash)) ?? [];
    names.push(address.slice(slash + 1));
    made.set(address.slice(0, slash), names);
  }
  byRoutes.set(routes, made);
  return made;
}
