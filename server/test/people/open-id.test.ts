import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { openIdProvider } from '../../src/open-id/provider.ts';
import { pages } from '../../src/pages/pages.ts';
import { createPerson, listPeople } from '../../src/people/people.ts';
import { readAudit } from '../../src/audit/read.ts';
import { removePersonOf } from '../../src/desk/person/remove-person.ts';
import { startApi } from '../http/support/api.ts';
import type { TestApi } from '../http/support/api.ts';
import { testBrowser } from '../support/browser.ts';
import { anyPort } from '../support/server-process.ts';
import { openIdHost } from './open-id-host.ts';
import type { OpenIdHost } from './open-id-host.ts';

let host: OpenIdHost;
let api: TestApi;
let origin: string;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
const signUp = {
  domains: undefined as string[] | undefined,
  groups: undefined as string[] | undefined,
  role: 'viewer' as const,
};
/** Moves the clock ahead, so that no test is locked out because of another test's failures. */
let aheadMilliseconds = 0;
const now = () => new Date(Date.now() + aheadMilliseconds);

beforeAll(async () => {
  const port = await anyPort();
  origin = `http://127.0.0.1:${port}`;
  host = await openIdHost(`${origin}/sign-in/openid/callback`);
  const options = {
    issuer: host.issuer,
    clientId: 'copydesk',
    clientSecret: 'a-secret-of-a-test-and-nothing-else',
    groupsClaim: 'groups',
  };
  api = await startApi({
    baseUrl: origin,
    port,
    now,
    plugins: [
      pages({
        organisation: async () => 'org_one',
        siteOf: async () => undefined,
        repository: async () => Promise.reject(new Error('no repository is asked for')),
        openId: { provider: openIdProvider(options, now), signUp },
      }),
    ],
  });
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await api[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});
beforeEach(async () => {
  Object.assign(signUp, { domains: undefined, groups: undefined });
  host.before = undefined;
  aheadMilliseconds += 120_000;
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => await context.close());

/** Signs in at the provider as an account, which accepts any password. */
async function signInAs(account: string, from = `${origin}/sign-in?next=/account`): Promise<void> {
  await page.goto(from);
  await page.getByRole('link', { name: /Sign in with 127\.0\.0\.1/ }).click();
  await page.locator('input[name=login]').fill(account);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** How long a provider's metadata is cached. */
const hour = 60 * 60 * 1000;

const heading = async () => await page.getByRole('heading', { level: 1 }).innerText();
const people = async () => await listPeople(api.db, 'org_one');
const lastDeed = async () => (await readAudit(api.db, 'org_one', { limit: 1 })).entries[0];

test('an invited person with a verified address may sign in, and is recognised by the provider’s id from then on', async () => {
  const { id } = await createPerson(api.db, {
    organisationId: 'org_one',
    name: 'Ada',
    role: 'editor',
    email: 'Ada@example.com',
  });
  host.accounts.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada at the provider' });
  await signInAs('ada');
  expect(new URL(page.url()).pathname).toBe('/account');
  expect(await heading()).toBe('Your account');
  expect(await page.getByText('OpenID provider').isVisible()).toBe(true);
  expect(await lastDeed()).toMatchObject({ action: 'sign-in', actor: { id, name: 'Ada' }, detail: { method: 'oidc' } });
  // The email address now belongs to another person; the provider's own id of the person does not change.
  host.accounts.set('ada', { email: 'other@example.com', email_verified: true });
  await context.clearCookies();
  await signInAs('ada');
  expect(await heading()).toBe('Your account');
  host.accounts.set('thief', { email: 'ada@example.com', email_verified: true });
  await context.clearCookies();
  await signInAs('thief');
  expect(await page.getByText('signs in with another account').isVisible()).toBe(true);
});

test('a person without an invitation is refused with a polite page, and the attempt is in the audit log', async () => {
  host.accounts.set('stranger', { email: 'stranger@example.com', email_verified: true });
  await signInAs('stranger');
  expect(await heading()).toBe('Not signed in by the OpenID provider');
  expect(await page.getByText('Nobody here has invited you').isVisible()).toBe(true);
  expect(await lastDeed()).toMatchObject({ action: 'sign-in.failed', detail: { method: 'oidc' } });
});

test('an unverified address matches no invited person', async () => {
  await createPerson(api.db, { organisationId: 'org_one', name: 'Vera', role: 'owner', email: 'vera@example.com' });
  host.accounts.set('liar', { email: 'vera@example.com', email_verified: false });
  await signInAs('liar');
  expect(await page.getByText('Nobody here has invited you').isVisible()).toBe(true);
});

test('a person of an allowed domain becomes a viewer, and a person of any other domain is refused', async () => {
  signUp.domains = ['example.org'];
  host.accounts.set('grace', { email: 'grace@example.org', email_verified: true, name: 'Grace' });
  await signInAs('grace');
  expect(await heading()).toBe('Your account');
  expect(await people()).toContainEqual(
    expect.objectContaining({ name: 'Grace', role: 'viewer', email: 'grace@example.org' }),
  );
  host.accounts.set('other-grace', { email: 'other@example.org', email_verified: true, name: 'grace' });
  await context.clearCookies();
  await signInAs('other-grace');
  expect((await people()).map(({ name }) => name)).toContain('grace (2)');
  for (const email of ['eve@evil.example', 'eve@example.org.evil.example', 'eve@notexample.org']) {
    host.accounts.set('eve', { email, email_verified: true });
    await context.clearCookies();
    await signInAs('eve');
    expect(await page.getByText('is in no domain that may sign in here').isVisible()).toBe(true);
  }
  host.accounts.set('eve', { email: 'eve@example.org', email_verified: false });
  await context.clearCookies();
  await signInAs('eve');
  expect(await page.getByText('does not say that your e-mail address is verified').isVisible()).toBe(true);
});

test('a removed person is refused, even with an allowed domain, until they are invited again', async () => {
  signUp.domains = ['example.org'];
  host.accounts.set('radia', { email: 'radia@example.org', email_verified: true, name: 'Radia' });
  await signInAs('radia');
  const radia = (await people()).find(({ name }) => name === 'Radia');
  const actor = { kind: 'command', id: null, name: 'root', organisationId: 'org_one', address: null } as const;
  await removePersonOf(api.db, actor, { personId: radia?.id ?? '', revokesMade: false, now: new Date() });
  await page.goto(`${origin}/account`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await context.clearCookies();
  await signInAs('radia');
  expect(await page.getByText('Nobody here has invited you').isVisible()).toBe(true);
  await createPerson(api.db, { organisationId: 'org_one', name: 'Radia', role: 'viewer', email: 'radia@example.org' });
  await context.clearCookies();
  await signInAs('radia');
  expect(await heading()).toBe('Your account');
});

test('groups are checked at each sign-in: a person who left the group is refused', async () => {
  signUp.groups = ['writers', 'editors'];
  host.accounts.set('edith', { email: 'edith@example.net', email_verified: false, groups: ['staff', 'editors'] });
  await signInAs('edith');
  expect(await heading()).toBe('Your account');
  // An unverified email address is not stored.
  expect((await people()).find(({ name }) => name === 'edith@example.net')?.email).toBeNull();
  host.accounts.set('edith', { groups: ['staff'] });
  await context.clearCookies();
  await signInAs('edith');
  expect(await page.getByText('You are in no group that may sign in here').isVisible()).toBe(true);
});

test('a callback works once, and only in the browser that started the sign-in', async () => {
  signUp.domains = ['example.com'];
  host.accounts.set('barbara', { email: 'barbara@example.com', email_verified: true });
  const callback = page.waitForRequest((request) => request.url().includes('/callback?'));
  await signInAs('barbara');
  expect(await heading()).toBe('Your account');
  const address = (await callback).url();
  const [cookie] = (await (await callback).headerValue('cookie'))?.match(/copydesk_openid=[\w-]+/) ?? [];
  const again = async (headers: Record<string, string>) =>
    await fetch(address, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
  expect(await (await again({})).text()).toContain('did not start the sign-in here');
  const replayed = await again({ cookie: cookie ?? '' });
  expect([replayed.status, replayed.headers.get('set-cookie')]).toEqual([403, expect.stringContaining('Max-Age=0')]);
  const forged = new URL(address);
  forged.searchParams.set('state', 'of-somebody-else');
  const other = await fetch(forged, { headers: { accept: 'text/html', cookie: cookie ?? '' }, redirect: 'manual' });
  expect(other.status).toBe(403);
  const { state } = Object.fromEntries(new URL(address).searchParams);
  forged.search = new URLSearchParams({ code: 'x', state: state ?? '', iss: 'https://evil.example' }).toString();
  const wrongIssuer = await fetch(forged, {
    headers: { accept: 'text/html', cookie: cookie ?? '' },
    redirect: 'manual',
  });
  expect(wrongIssuer.status).toBe(403);
});

test('the cookie of a started sign-in is sent to this server only, and expires after ten minutes', async () => {
  const reply = await fetch(`${origin}/sign-in/openid?next=https://evil.example/`, { redirect: 'manual' });
  expect(reply.headers.get('set-cookie')).toMatch(
    /^copydesk_openid=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  const location = new URL(reply.headers.get('location') ?? '');
  expect(location.origin).toBe(host.issuer);
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'copydesk',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/.{20,}/),
    nonce: expect.stringMatching(/.{20,}/),
    redirect_uri: `${origin}/sign-in/openid/callback`,
  });
  const kept = /copydesk_openid=([\w-]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '';
  expect(JSON.parse(Buffer.from(kept, 'base64url').toString())).toMatchObject({ next: '/projects' });
});

test('while the provider is unreachable its button says so, and later works again', async () => {
  aheadMilliseconds += hour;
  host.before = (request, response) => {
    response.writeHead(request.url?.includes('well-known') ? 503 : 404).end('away');
    return true;
  };
  await page.goto(`${origin}/sign-in/openid`);
  expect(await heading()).toBe('The OpenID provider cannot be reached');
  expect(await page.getByRole('link', { name: 'Sign in another way' }).isVisible()).toBe(true);
  host.before = undefined;
  await page.getByRole('link', { name: /Try again/ }).click();
  expect(new URL(page.url()).origin).toBe(host.issuer);
});

test('a token that no key of the provider signed is refused', async () => {
  aheadMilliseconds += hour;
  signUp.domains = ['example.com'];
  host.accounts.set('mallory', { email: 'mallory@example.com', email_verified: true });
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { keys } = z
    .object({ keys: z.array(z.looseObject({ kty: z.string() })) })
    .parse(await (await fetch(`${host.issuer}/jwks`)).json());
  const others = keys.map((key) => (key.kty === 'RSA' ? { ...key, ...publicKey.export({ format: 'jwk' }) } : key));
  host.before = (request, response) => {
    if (!request.url?.startsWith('/jwks')) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: others }));
    return true;
  };
  await signInAs('mallory');
  expect(await heading()).toBe('Not signed in by the OpenID provider');
  expect((await people()).map(({ email }) => email)).not.toContain('mallory@example.com');
});

test('a provider that reports another issuer is refused', async () => {
  aheadMilliseconds += hour;
  const real = await fetch(`${host.issuer}/.well-known/openid-configuration`);
  const text = (await real.text()).replaceAll(host.issuer, 'https://evil.example');
  host.before = (request, response) => {
    if (!request.url?.includes('well-known')) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    return true;
  };
  const reply = await fetch(`${origin}/sign-in/openid`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect(reply.status).toBe(503);
  expect(await reply.text()).toContain('cannot be reached');
});
