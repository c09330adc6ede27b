import type { SiteRoute, TestSite } from '../../http/support/site.ts';

/** A route of the pages with an address that leads to it. */
export interface PageAddress {
  method: string;
  /** The route, with `:name` parameters. */
  route: string;
  path: string;
}

/** Pages for everybody; all others are for those who have signed in. */
const publicRoutes = new Set(['/sign-in', '/sign-in/:token', '/welcome/:token']);

/** What those who may only read may send: what is their own, and nobody else's. */
const ownForms = new Set([
  '/sign-out',
  '/account/name',
  '/account/password',
  '/account/sessions/end',
  '/projects/:projectId/pulls/:number/viewed',
]);

/** Every GET route of the pages that is for everybody. */
export function publicPages(site: TestSite): PageAddress[] {
  const others = ['/', '/problems', '/problems/internal', '/nothing-is-here', '/v1/nothing'];
  return [
    ...addresses(site, 'GET').filter(({ route }) => isPublic(route)),
    ...others.map((path) => ({ method: 'GET', route: path, path })),
  ];
}

/** Every GET route of the pages that is for those who have signed in. */
export function signedInPages(site: TestSite): PageAddress[] {
  return addresses(site, 'GET').filter(({ route }) => !isPublic(route));
}

/** Every route that takes a form of those who have signed in. */
export function signedInForms(site: TestSite): PageAddress[] {
  return addresses(site, 'POST').filter(({ route }) => !isPublic(route));
}

/** The forms that an editor or a viewer might not send. */
export function guardedForms(site: TestSite): PageAddress[] {
  return signedInForms(site).filter(({ route }) => !ownForms.has(route));
}

function addresses(site: TestSite, method: string): PageAddress[] {
  return site.routes
    .filter((route) => route.method === method && !route.url.startsWith('/assets/'))
    .map(({ url }: SiteRoute) => ({ method, route: url, path: filled(url, site) }));
}

function isPublic(route: string): boolean {
  return publicRoutes.has(route);
}

/** Ids of things that are there where the site knows some; else ones that are well-formed. */
function filled(url: string, site: TestSite): string {
  const values: Record<string, string> = { projectId: site.docs.id, number: '1' };
  return url.replaceAll(/:(\w+)/g, (_whole, name: string) => values[name] ?? 'nothing');
}
