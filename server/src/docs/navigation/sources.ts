import type { NavigationSource, Site, SiteContext } from '../site/kind.ts';

/** Returns the files that list pages of a site: those from its configuration, and pages that contain lists. */
export async function navigationOf(context: SiteContext, site: Site): Promise<NavigationSource[]> {
  const own = await site.kind.navigationIn?.(context, site);
  return own ? [...site.navigation, ...own] : site.navigation;
}
