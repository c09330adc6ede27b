import { AutomationRequest } from '@copydesk/contract';
import { createAutomation } from '../../../src/automations/automation.ts';
import { createKey } from '../../../src/projects/keys.ts';
import { createOwnerLink } from '../../../src/people/owner-link.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createShareLink } from '../../../src/projects/share-links.ts';
import type { SiteRoute, TestSite } from '../../http/support/site.ts';
import { sayOne } from '../../http/support/feedback.ts';

/** A route of the pages with an address that leads to it. */
export interface PageAddress {
  method: string;
  /** The route, with `:name` parameters. */
  route: string;
  path: string;
}

/** Pages for everybody; all others are for those who have signed in. */
const publicRoutes = new Set([
  '/sign-in',
  '/sign-in/:token',
  '/sign-in/openid',
  '/sign-in/openid/callback',
  '/welcome/:token',
]);

/** What those who may only read may send: what is their own, and nobody else's. */
const ownForms = new Set([
  '/sign-out',
  '/account/name',
  '/account/password',
  '/account/sessions/end',
  '/projects/:projectId/pulls/:number/viewed',
]);

/** Every GET route of the pages that is for everybody: with tokens that lead nowhere, and with some that do. */
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

/** Every GET route of the pages that is for those who have signed in. */
export function signedInPages(site: TestSite, ids: KnownIds): PageAddress[] {
  return addresses(site, ids, 'GET').filter(({ route }) => !isPublic(route));
}

/** Every route that takes a form of those who have signed in. */
export function signedInForms(site: TestSite, ids: KnownIds): PageAddress[] {
  return addresses(site, ids, 'POST').filter(({ route }) => !isPublic(route));
}

/** The forms that an editor or a viewer might not send. */
export function guardedForms(site: TestSite, ids: KnownIds): PageAddress[] {
  return signedInForms(site, ids).filter(({ route }) => !ownForms.has(route));
}

function addresses(site: TestSite, ids: KnownIds, method: string): PageAddress[] {
  return site.routes
    .filter((route) => route.method === method && !/^\/(assets|badge)\//.test(route.url))
    .map(({ url }: SiteRoute) => ({ method, route: url, path: filled(url, ids) }));
}

function isPublic(route: string): boolean {
  return publicRoutes.has(route) || route.startsWith('/share/');
}

/** What the parameters of routes name, each something that is there. */
export type KnownIds = Readonly<Record<string, string>>;

/** Makes one of each thing that a page can be about. */
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
  // The link of the first owner leads somewhere as long as there is nobody.
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

/** A token names nothing that may be told to be there. */
function filled(url: string, ids: KnownIds): string {
  return url.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? 'nothing');
}
