import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKey } from '../../src/desk/key/create-key.ts';
import { createPerson } from '../../src/people/people.ts';
import { readKey } from '../../src/projects/key/read-keys.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';
import { testBrowser } from '../support/browser.ts';

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;

beforeAll(async () => {
  site = await startSite();
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

async function signedIn(context: BrowserContext, role: 'owner' | 'editor' | 'viewer'): Promise<Page> {
  const [name = '', value = ''] = (await site.session(role)).split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  return await context.newPage();
}

/** Returns the link that a page shows, on the port of the test's server. */
async function linkOn(page: Page): Promise<string> {
  const link = new URL((await page.locator('#link').textContent()) ?? '');
  return site.origin + link.pathname;
}

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await browser.newContext({ javaScriptEnabled });
    page = await signedIn(context, 'owner');
  });
  afterEach(async () => await context.close());

  const name = `Grace ${javaScriptEnabled ? 'with' : 'without'} scripts`;

  test('an owner invites a viewer, who signs in by the link and can change nothing', async () => {
    await page.goto(`${site.origin}/people`);
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Viewer').check();
    await page.getByRole('button', { name: 'Create the invitation' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`${name} was invited`);
    const theirs = await browser.newContext({ javaScriptEnabled });
    const guest = await theirs.newPage();
    await guest.goto(await linkOn(page));
    await guest.getByRole('button', { name: 'Sign in and continue' }).click();
    expect(new URL(guest.url()).pathname).toBe('/projects');
    const sections = await guest.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    expect(sections).toEqual(['Projects']);
    for (const path of ['/people', '/people/new', '/audit', '/keys']) {
      expect((await guest.goto(site.origin + path))?.status()).toBe(403);
    }
    // A removed person is signed out at the next request.
    await page.goto(`${site.origin}/people`);
    await page.getByRole('link', { name }).click();
    await page.getByText(`Remove ${name}…`).click();
    await page.getByRole('button', { name: 'Remove for good' }).click();
    expect(await page.getByText('The person was removed').isVisible()).toBe(true);
    expect(await page.getByRole('link', { name }).count()).toBe(0);
    await guest.goto(`${site.origin}/projects`);
    expect(new URL(guest.url()).pathname).toBe('/sign-in');
    await theirs.close();
  });

  test('the audit log shows the actions in words, filtered by its address, and as CSV', async () => {
    await page.goto(`${site.origin}/audit?action=person`);
    const rows = page.locator('tbody tr');
    expect(await rows.nth(0).innerText()).toContain(`removed ${name}`);
    expect(await page.getByLabel('What').inputValue()).toBe('person');
    await page.getByLabel('What').selectOption('person.invite');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(new URL(page.url()).searchParams.get('action')).toBe('person.invite');
    expect(await rows.nth(0).innerText()).toMatch(
      new RegExp(`The owner[\\s\\S]*invited ${name}[\\s\\S]*127\\.0\\.0\\.1`),
    );
    const href = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
    const [session] = await context.cookies();
    const csv = await fetch(site.origin + href, { headers: { cookie: `${session?.name}=${session?.value}` } });
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = (await csv.text()).trim().split('\r\n');
    expect(lines[1]).toContain(`person.invite,,person,`);
    expect(lines.filter((line) => line.includes('person.remove'))).toEqual([]);
  });
});

describe('two owners who save at the same time', () => {
  test('the second one is informed, and sees both changes', async () => {
    const contexts = [await browser.newContext(), await browser.newContext()];
    const pages = await Promise.all(contexts.map((context) => signedIn(context, 'owner')));
    const [first, second] = pages;
    for (const page of pages) await page.goto(`${site.origin}/people/${site.personId}`);
    await first?.getByLabel('Name').fill('Changed first');
    await first?.getByRole('button', { name: 'Save' }).click();
    expect(await first?.getByText('The change was saved.').isVisible()).toBe(true);
    await second?.getByLabel('Name').fill('Typed second');
    await second?.getByRole('button', { name: 'Save' }).click();
    expect(await second?.getByRole('alert').innerText()).toContain('it is now Changed first, viewer');
    expect(await second?.getByLabel('Name').inputValue()).toBe('Typed second');
    expect(await second?.getByRole('heading', { level: 1 }).innerText()).toBe('Changed first');
    await second?.getByRole('button', { name: 'Save' }).click();
    expect(await second?.getByRole('heading', { level: 1 }).innerText()).toBe('Typed second');
    for (const context of contexts) await context.close();
  });
});

test('a form that is sent twice invites once', async () => {
  const cookie = await site.session('owner');
  const form = await (await fetch(`${site.origin}/people/new`, { headers: { accept: 'text/html', cookie } })).text();
  const hidden = (field: string) => new RegExp(`name="${field}" value="([\\w-]+)"`).exec(form)?.[1] ?? '';
  const body = new URLSearchParams({ token: hidden('token'), once: hidden('once'), name: 'Twice', role: 'viewer' });
  const send = async () =>
    await fetch(`${site.origin}/people/new`, {
      method: 'POST',
      headers: { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin' },
      body,
      redirect: 'manual',
    });
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(303);
  const list = await (await fetch(`${site.origin}/people`, { headers: { accept: 'text/html', cookie } })).text();
  expect(list.match(/>Twice</g)).toHaveLength(1);
});

test('removing a person lists the keys that they created, and revokes them unless the box is cleared', async () => {
  const { db } = site.api;
  const { organisationId } = site.docs;
  const cookie = await site.session('owner');
  const maker = await createPerson(db, { organisationId, name: 'Maker' });
  const actor = { kind: 'person', id: maker.id, name: 'Maker', organisationId, address: null } as const;
  const draft = { name: 'Forgotten key', scopes: ['agent:read' as const] };
  const { key } = await makeKey(db, { actor, boundTo: null }, draft, { now: new Date() });
  const headers = { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin' };
  const form = await (await fetch(`${site.origin}/people/${maker.id}`, { headers })).text();
  expect(form.replaceAll(/\s+/g, ' ')).toContain('1 API key that they made still works: <bdi>Forgotten key</bdi>');
  expect(form).toMatch(/<input type="checkbox" name="revokeMade" [^>]* checked/);
  const token = /name="token" value="([\w-]+)"/.exec(form)?.[1] ?? '';
  const body = new URLSearchParams({ token, revokeMade: 'yes' });
  const reply = await fetch(`${site.origin}/people/${maker.id}/remove`, { method: 'POST', headers, body });
  expect(reply.status).toBe(200);
  expect((await readKey(db, { organisationId, keyId: key.id })).revokedAt).toBeInstanceOf(Date);
});

test("no person can take another's name for their own account", async () => {
  const { db } = site.api;
  await createPerson(db, { organisationId: site.docs.organisationId, name: 'Olga Owner' });
  const headers = { accept: 'text/html', cookie: await site.session('viewer'), 'sec-fetch-site': 'same-origin' };
  const form = await (await fetch(`${site.origin}/account`, { headers })).text();
  const token = /name="token" value="([\w-]+)"/.exec(form)?.[1] ?? '';
  const body = new URLSearchParams({ token, name: 'olga owner' });
  const reply = await fetch(`${site.origin}/account/name`, { method: 'POST', headers, body, redirect: 'manual' });
  expect(reply.status).toBe(400);
  const text = await reply.text();
  expect(text).toContain('belongs to another person here');
  expect(text).toContain('value="olga owner"');
});

test('after a sign-out, the typed text is shown again, but no secret', async () => {
  const reply = await fetch(`${site.origin}/people/new`, {
    method: 'POST',
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token: 'x', once: 'y', name: '<b>Typed</b>', role: 'viewer', password: 'a secret' }),
  });
  const text = await reply.text();
  expect(reply.status).toBe(401);
  expect(text).toContain('&lt;b&gt;Typed&lt;/b&gt;');
  expect(text).not.toContain('a secret');
});

function names(text: string): unknown[] {
  return [...text.matchAll(/<bdi>(Many \d+)<\/bdi>/g)].map(([, name]) => name);
}

test('a long list comes in pages, and a person is found by name', async () => {
  await site.api.db
    .insertInto('person')
    .values(
      Array.from({ length: 60 }, (_, number) => ({
        id: `per_${String(number).padStart(22, '0')}`,
        organisation_id: 'org_one',
        name: `Many ${number}`,
        role: 'viewer',
      })),
    )
    .execute();
  const cookie = await site.session('owner');
  const read = async (path: string) =>
    await (await fetch(site.origin + path, { headers: { accept: 'text/html', cookie } })).text();
  const seen: unknown[] = [];
  for (let next: string | undefined = '/people?q=many'; next !== undefined;) {
    const text = await read(next);
    seen.push(...names(text));
    next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen).toHaveLength(60);
  expect(new Set(seen).size).toBe(60);
  expect(names(await read('/people?q=mANY%2042'))).toEqual(['Many 42']);
  expect(await read('/people?q=%3Cb%3E')).toContain('Nobody has “&lt;b&gt;” in their name');
  expect(await read('/people?q=%00')).toContain('must not contain a NUL character');
});
