import type { NavigationSource, Site, SiteContext } from '../site/kind.ts';

/** The files that list pages of a site: those that its configuration tells, and pages that do so themselves. */
export async function navigationOf(context: SiteContext, site: Site): Promise<NavigationSource[]> {
  const own = await site.kind.navigationIn?.(context, site);
  return own ? [...site.navigation, ...own] : site.navigation;
}
