import { AutomationRequest } from '@copydesk/contract';
import { createAutomation } from '../../../src/automations/automation.ts';
import { createKey } from '../../../src/projects/key/keys.ts';
import { createOwnerLink } from '../../../src/people/owner-link.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createShareLink } from '../../../src/projects/share-links.ts';
import type { SiteRoute, TestSite } from '../../http/support/site.ts';
import { sayOne } from '../../http/support/feedback.ts';

/** A route of the pages with a path that matches it. */
export interface PageAddress {
  method: string;
  /** The route, with `:name` parameters. */
  route: string;
  path: string;
}

/** Public pages; all others are for signed-in people. */
const publicRoutes = new Set([
  '/sign-in',
  '/sign-in/:token',
  '/sign-in/openid',
  '/sign-in/openid/callback',
  '/welcome/:token',
]);

/** What people with read access may send: only what concerns themselves. */
const ownForms = new Set([
  '/sign-out',
  '/account/name',
  '/account/password',
  '/account/sessions/end',
  '/projects/:projectId/pulls/:number/viewed',
]);

/** Returns every public GET route of the pages: with tokens that do not exist, and with some that do. */
export function publicPages(site: TestSite, ids: KnownIds): PageAddress[] {
  const docs = [
    '',
    '/installing',
    '/desk',
    '/settings',
    '/reference/health',
    '/search?q=key',
    '/search?q=',
    '/instaling',
  ];
  const others = [
    '/',
    '/problems',
    '/problems/internal',
    '/nothing-is-here',
    '/v1/nothing',
    ...docs.map((path) => `/docs${path}`),
  ];
  const everyPublic = addresses(site, ids, 'GET').filter(({ route }) => isPublic(route));
  return [
    ...everyPublic,
    ...everyPublic.flatMap(({ route, ...page }) => {
      const token = route.startsWith('/share/') ? ids.shareToken : ids.ownerToken;
      const leads = /^\/(share|welcome)\//.test(route) && token !== undefined;
      return leads ? [{ ...page, route, path: filled(route, { ...ids, token }) }] : [];
    }),
    ...others.map((path) => ({ method: 'GET', route: path, path })),
  ];
}

/** Returns every GET route of the pages for signed-in people. */
export function signedInPages(site: TestSite, ids: KnownIds): PageAddress[] {
  return addresses(site, ids, 'GET').filter(({ route }) => !isPublic(route));
}

/** Returns every route that accepts a form from signed-in people. */
export function signedInForms(site: TestSite, ids: KnownIds): PageAddress[] {
  return addresses(site, ids, 'POST').filter(({ route }) => !isPublic(route));
}

/** Returns the forms that an editor or a viewer might not be allowed to send. */
export function guardedForms(site: TestSite, ids: KnownIds): PageAddress[] {
  return signedInForms(site, ids).filter(({ route }) => !ownForms.has(route));
}

function addresses(site: TestSite, ids: KnownIds, method: string): PageAddress[] {
  return site.routes
    .filter((route) => route.method === method && !/^\/(assets|badge|feed)\//.test(route.url))
    .map(({ url }: SiteRoute) => ({ method, route: url, path: filled(url, ids) }));
}

function isPublic(route: string): boolean {
  return publicRoutes.has(route) || route.startsWith('/share/');
}

/** The values of route parameters; each names something that exists. */
export type KnownIds = Readonly<Record<string, string>>;

/** Creates one of each thing that a page can be about. */
export async function knownIds({ api, docs }: TestSite): Promise<KnownIds> {
  const { id: projectId, organisationId } = docs;
  const { key } = await createKey(api.db, { organisationId, name: 'To be looked at', scopes: ['agent:read'] });
  const person = await createPerson(api.db, { organisationId, name: 'To be looked at', role: 'viewer' });
  const { id: jobId } = await api.newJob({ project: docs });
  const weekly = AutomationRequest.parse({ name: 'Weekly', trigger: { kind: 'schedule' }, prompt: 'Fix broken links' });
  const { id: automationId } = await createAutomation(api.db, { ...weekly, projectId }, new Date());
  const { token: shareToken } = await createShareLink(api.db, {
    projectId,
    name: 'To be looked at',
    createdBy: 'test',
  });
  // The first owner's link is valid as long as the organisation has no people.
  await api.db.insertInto('organisation').values({ id: 'org_without_people', name: 'New' }).execute();
  const owner = await createOwnerLink(api.db, 'org_without_people', new Date());
  return {
    projectId,
    number: '1',
    keyId: key.id,
    personId: person.id,
    jobId,
    automationId,
    feedbackId: await sayOne(api.db, projectId),
    shareToken,
    ...(owner && { ownerToken: owner.token }),
  };
}

/** Fills in the parameters. A token stays invalid, because its existence must not be revealed. */
function filled(url: string, ids: KnownIds): string {
  return url.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? 'nothing');
}
