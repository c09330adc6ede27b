import { afterAll, beforeAll, expect, test } from 'vitest';
import { formTokenOf } from '../../../src/http/session/forgery.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { knownIds, guardedForms, signedInForms, signedInPages } from './routes.ts';
import type { KnownIds } from './routes.ts';

let site: TestSite;
let ids: KnownIds;
let owner: string;

beforeAll(async () => {
  site = await startSite({ files: { 'docs/index.md': '# Welcome\n' } });
  await site.propose({ files: { 'docs/index.md': '# Hello\n' } });
  ids = await knownIds(site);
  owner = await site.session('owner');
});
afterAll(() => site[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const post = (path: string, headers: Record<string, string>, body: Record<string, string> = {}) =>
  fetch(site.origin + path, {
    method: 'POST',
    headers: { accept: 'text/html', ...headers },
    body: new URLSearchParams(body),
    redirect: 'manual',
  });
const tokenFor = (cookie: string) => formTokenOf(cookie.replace(/^copydesk_session=person\./, ''));
const own = { 'sec-fetch-site': 'same-origin' };

test('there are pages and forms to try', () => {
  expect(signedInPages(site, ids).length).toBeGreaterThan(3);
  expect(signedInForms(site, ids).length).toBeGreaterThan(4);
});

test('every page redirects visitors to sign in, and back to it', async () => {
  for (const { path } of signedInPages(site, ids)) {
    const reply = await get(path);
    expect([path, reply.status]).toEqual([path, 303]);
    const location = new URL(reply.headers.get('location') ?? '', site.origin);
    expect([location.pathname, location.searchParams.get('next')]).toEqual(['/sign-in', path]);
  }
});

test('every page runs and loads nothing from other sites, and cannot be framed', async () => {
  for (const { path } of signedInPages(site, ids)) {
    const reply = await get(path, { cookie: owner });
    const text = await reply.text();
    if (!reply.headers.get('content-type')?.startsWith('text/html')) continue;
    expect([path, reply.headers.get('content-security-policy')]).toEqual([
      path,
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ]);
    expect(reply.headers.get('x-frame-options')).toBe('DENY');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect([path, faultsOf(text)]).toEqual([path, []]);
  }
});

test('every page of a missing or foreign project gives the same answer', async () => {
  const absent = `prj_${'0'.repeat(22)}`;
  for (const { route, path } of signedInPages(site, ids).filter(({ route: one }) => one.includes(':projectId'))) {
    const replies = await Promise.all(
      [absent, site.api.foreign.id].map(async (id) => {
        const reply = await get(path.replace(site.docs.id, id), { cookie: owner });
        return [reply.status, (await reply.text()).replaceAll(/req_[\w-]+|value="[\w-]{86}"/g, '').replaceAll(id, '')];
      }),
    );
    expect([route, replies[0]?.[0]]).toEqual([route, 404]);
    expect([route, replies[1]]).toEqual([route, replies[0]]);
  }
});

test('every form is refused without its token, and from another site with it', async () => {
  const token = tokenFor(owner);
  const stranger = tokenFor(await site.session('owner'));
  for (const { path } of signedInForms(site, ids)) {
    const forged = [
      await post(path, { cookie: owner, ...own }),
      await post(path, { cookie: owner, ...own }, { token: stranger }),
      await post(path, { cookie: owner, 'sec-fetch-site': 'cross-site' }, { token }),
      await post(path, { cookie: owner, 'sec-fetch-site': 'same-site' }, { token }),
      await post(path, { cookie: owner, origin: 'https://evil.example' }, { token }),
      await post(path, { cookie: owner, origin: 'null' }, { token }),
    ];
    expect([path, forged.map(({ status }) => status)]).toEqual([path, Array.from(forged, () => 403)]);
  }
});

test('every form is refused to those who are not signed in', async () => {
  for (const { path } of signedInForms(site, ids)) {
    expect([path, (await post(path, own, { token: tokenFor(owner) })).status]).toEqual([path, 401]);
  }
});

test('a viewer can send no form that changes anything', async () => {
  const viewer = await site.session('viewer');
  const token = tokenFor(viewer);
  for (const { path } of guardedForms(site, ids)) {
    const reply = await post(path, { cookie: viewer, ...own }, { token });
    expect([path, reply.status]).toEqual([path, 403]);
    expect([path, await reply.text()]).toEqual([path, expect.stringContaining('insufficient_scope')]);
  }
});

/** Returns what the policy would refuse, and links that leave this server without saying so. */
function faultsOf(text: string): string[] {
  const inline = text.match(/<script(?![^>]*\bsrc=)[^>]*>|<style\b|\sstyle="|\son[a-z]+="|javascript:/gi) ?? [];
  const loaded = [...text.matchAll(/<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href)="([^"]*)"/gi)]
    .map((match) => match[1] ?? '')
    .filter((address) => !/^(\/(?!\/)|data:image\/)/.test(address));
  return [...inline, ...loaded];
}
