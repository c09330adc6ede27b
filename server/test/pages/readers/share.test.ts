import { CreatedShare, ShareList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countWeeks, fetchPage, shownTotals } from './support.ts';

let site: TestSite;
let shares: string;
beforeAll(async () => {
  site = await startSite();
  shares = `/v1/projects/${site.docs.id}/shares`;
  await countWeeks(site, new Date());
});
afterAll(async () => await site[Symbol.asyncDispose]());

const parts = [
  '',
  '/page?path=/guides/start',
  '/agents',
  '/agents?agent=ClaudeBot',
  '/not-found',
  '/referrers',
  '/left-out',
];

async function newShare() {
  const { id, url } = CreatedShare.parse((await site.api.send('POST', shares, { body: { name: 'Board' } })).json);
  return { id, token: url?.split('/').at(-1) ?? '' };
}

test('a share link shows the readers to everybody, and nothing else of the project', async () => {
  const { token } = await newShare();
  for (const part of parts) {
    const shared = await fetchPage(site, `/share/${token}${part}`, null);
    const own = await fetchPage(site, `/projects/${site.docs.id}/readers${part}`);
    expect(shared.status).toBe(200);
    expect(shownTotals(shared.text)).toEqual(shownTotals(own.text));
    expect(shared.text).not.toContain(site.docs.id);
    expect(shared.text).not.toMatch(/\/projects|\/v1\/|jobs|Board|Sign out/);
    expect(shared.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(shared.headers.get('cache-control')).toBe('no-store');
    expect(shared.headers.get('referrer-policy')).toBe('same-origin');
  }
});

test('a share link shows no user agents of unusual readers, and no link to them', async () => {
  const { token } = await newShare();
  expect((await fetchPage(site, `/share/${token}/unknown`, null)).status).toBe(404);
  expect((await fetchPage(site, `/share/${token}/agents`, null)).text).not.toContain('look unusual');
});

test('a revoked or unknown share link shows nothing', async () => {
  const { id, token } = await newShare();
  await site.api.send('DELETE', `${shares}/${id}`);
  for (const wrong of [token, token.slice(1), 'x'.repeat(43), '..%2F..', 'x'.repeat(5_000)]) {
    for (const part of parts) expect((await fetchPage(site, `/share/${wrong}${part}`, null)).status).toBe(404);
    const badge = await fetchPage(site, `/badge/${wrong}.svg`, null);
    expect(badge.status).toBe(404);
    expect(badge.text).toContain('unknown');
  }
});

test('a form that is sent again after its link was revoked creates no other link', async () => {
  const page = `/projects/${site.docs.id}/readers/shares`;
  const once = /name="once"\s+value="([^"]+)"/.exec((await fetchPage(site, page)).text)?.[1] ?? '';
  const send = async () => {
    const headers = { accept: 'text/html', authorization: `Bearer ${site.api.adminKey}` };
    const body = new URLSearchParams({ name: 'Once', once });
    const reply = await fetch(site.origin + page, { method: 'POST', headers, body });
    return { status: reply.status, text: await reply.text() };
  };
  expect((await send()).status).toBe(200);
  const listed = ShareList.parse((await site.api.send('GET', shares)).json).shares;
  await site.api.send('DELETE', `${shares}/${listed.find(({ name }) => name === 'Once')?.id}`);
  const again = await send();
  expect(again.status).toBe(409);
  expect(again.text).toContain('which was revoked since');
});

test('the share link of a deleted project is not found', async () => {
  await using other = await startSite();
  const { url } = CreatedShare.parse(
    (await other.api.send('POST', `/v1/projects/${other.docs.id}/shares`, { body: {} })).json,
  );
  const { pathname } = new URL(url ?? '');
  expect((await fetchPage(other, pathname, null)).status).toBe(200);
  await other.api.db.updateTable('project').set({ deleted_at: new Date() }).where('id', '=', other.docs.id).execute();
  expect((await fetchPage(other, pathname, null)).status).toBe(404);
});

test('requests for share links are rate-limited by address', async () => {
  await using other = await startSite();
  const statuses = new Set<number>();
  const look = async () => (await fetchPage(other, `/share/${'x'.repeat(43)}`, null)).status;
  for (let count = 0; count < 600 && !statuses.has(429); count += 1) statuses.add(await look());
  expect([...statuses]).toEqual([404, 429]);
});

test('a badge shows the number of the API, for a project and for a page', async () => {
  const { token } = await newShare();
  const day = 86_400_000;
  const from = new Date((Math.floor(Date.now() / day) - 6) * day).toISOString().slice(0, 10);
  const cases = [
    ['?days=7', `dateFrom=${from}`],
    ['?days=7&path=/guides/start', `dateFrom=${from}&exactPath=/guides/start`],
    ['?days=366', ''],
    ['?path=/never', 'exactPath=/never'],
  ];
  for (const [query, asked] of cases) {
    const badge = await fetchPage(site, `/badge/${token}.svg${query}`, null);
    const { json } = await site.api.send('GET', `/v1/analytics/${site.docs.id}/views?${asked}`);
    const total = Number(/<title>views: ([\d,]+)</.exec(badge.text)?.[1]?.replaceAll(',', ''));
    expect(json).toMatchObject({ totals: { total } });
    expect(badge.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(badge.headers.get('cache-control')).toBe('public, max-age=300');
    expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(badge.headers.get('access-control-allow-origin')).toBe('*');
    expect(badge.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});
