import { afterAll, describe, expect, test } from 'vitest';
import { openDocs } from '../../src/docs/engine.ts';
import type { PageMove } from '../../src/docs/engine.ts';
import { whyNotPage } from '../../src/docs/missed/not-pages.ts';
import { treeOf } from './memory-tree.ts';

const docs = openDocs();
afterAll(() => docs.close());

const files = {
  'docs/.vitepress/config.ts': 'export default { title: "Docs" };\n',
  'docs/public/_redirects': '/kept /guide/setup\n',
  'docs/index.md': '# Home\n',
  'docs/guide/setup.md': '# Set up the server\n',
  'docs/guide/webhooks.md': '# Receive webhooks\n',
  'docs/guide/webhooks/retries.md': '# Retries\n',
  'docs/reference/authentication.md': '# Authentication\n',
  'docs/reference/rate-limits.md': '# Rate limits\n',
  'docs/fr/guide/setup.md': '# Installer le serveur\n',
};

async function plan(asked: { address: string | undefined; views?: number }[], moves: PageMove[] = []) {
  const site = docs.of(treeOf(files), { folder: 'docs' });
  return await site.planMissed({ asked: asked.map((one) => ({ views: 20, ...one })), moves });
}

const commit = 'c0ffee0000000000000000000000000000000000';
const moved = (from: string, to: string | undefined, by: PageMove['by'] = 'renamed'): PageMove => {
  return { from, to, commit, at: new Date('2026-01-02T00:00:00Z'), by };
};

test('an address whose page was moved twice redirects to the current page, and names the commit', async () => {
  const moves = [
    moved('docs/intro/install.md', 'docs/guide/setup.md'),
    moved('docs/install.md', 'docs/intro/install.md'),
    moved('website/pages/getting/hooks.md', 'docs/guide/webhooks.md'),
  ];
  const [once, twice, folder] = await plan(
    [{ address: '/intro/install' }, { address: '/install' }, { address: '/getting/hooks' }],
    moves,
  );
  const setup = {
    decision: 'redirect',
    to: { path: 'docs/guide/setup.md', address: '/guide/setup' },
    confidence: 0.95,
  };
  expect(once).toMatchObject({ ...setup, evidence: 'Its page was moved in c0ffee0000 of 2026-01-02.' });
  expect(twice).toMatchObject(setup);
  expect(folder).toMatchObject({ decision: 'redirect', to: { path: 'docs/guide/webhooks.md' } });
});

test('the address of a removed page gets no redirect, and the removal is reported', async () => {
  const [gone] = await plan([{ address: '/guide/billing' }], [moved('docs/guide/billing.md', undefined, 'removed')]);
  expect(gone).toMatchObject({ decision: 'leave', to: undefined });
  expect(gone?.evidence).toContain('Its page was removed in c0ffee0000');
});

test.each([
  ['/Guide/Set_up'.replace('Set_up', 'Setup'), 'docs/guide/setup.md', 0.95],
  ['/reference/rate_limits.html', 'docs/reference/rate-limits.md', 0.95],
  ['/latest/guide/setup', 'docs/guide/setup.md', 0.91],
  ['/api/webhooks/retries', 'docs/guide/webhooks/retries.md', 0.91],
  ['/security/rate-limits', 'docs/reference/rate-limits.md', 0.86],
  ['/fr/old/guide/setup', 'docs/fr/guide/setup.md', 0.91],
])('%s redirects to %s without any history', async (address, path, confidence) => {
  const [found] = await plan([{ address }]);
  expect(found).toMatchObject({ decision: 'redirect', to: { path }, confidence });
});

test('a typing error is ignored while it is rare, and redirected if a link contains it', async () => {
  const [rare, often, other] = await plan([
    { address: '/guide/webhoks', views: 2 },
    { address: '/guide/webhoks', views: 40 },
    { address: '/guide/sutep', views: 40 },
  ]);
  expect(rare).toMatchObject({ decision: 'leave', evidence: expect.stringContaining('typing error') });
  expect(often).toMatchObject({ decision: 'redirect', to: { path: 'docs/guide/webhooks.md' }, confidence: 0.7 });
  expect(other?.decision).not.toBe('redirect');
});

test('an address that exists or redirects is left, and one that resembles no page needs a new page', async () => {
  const [there, led, page, seldom, outside] = await plan([
    { address: '/guide/setup' },
    { address: '/kept' },
    { address: '/guide/terraform' },
    { address: '/guide/terraform', views: 2 },
    { address: undefined },
  ]);
  expect(there).toMatchObject({ decision: 'leave', confidence: 1 });
  expect(led?.evidence).toBe('A redirect in docs/public/_redirects already exists for it.');
  expect(page).toMatchObject({ decision: 'page', confidence: 0.86 });
  expect(seldom).toMatchObject({ decision: 'leave', evidence: expect.stringContaining('too rarely') });
  expect(outside).toMatchObject({ decision: 'leave', confidence: 1 });
});

describe('probes, assets and requests of machines', () => {
  test.each([
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/a/../../etc/passwd',
    '/cgi-bin/luci',
    '/backup.sql',
    '/x.php',
    '/actuator/health',
  ])('%s is a probe', (path) => expect(whyNotPage(path)).toContain('break in'));
  test.each(['/favicon.ico', '/robots.txt', '/.well-known/security.txt', '/guide/apple-touch-icon.png'])(
    '%s is requested by machines',
    (path) => expect(whyNotPage(path)).toContain('by themselves'),
  );
  test.each(['/img/logo.png', '/assets/app.js', '/openapi.json'])('%s is a file', (path) =>
    expect(whyNotPage(path)).toContain('not a page'),
  );
  test.each([
    '/guide/php',
    '/reference/env',
    '/v1.2',
    '/guide/next.config',
    '/reference/backup',
    '/integrations/wordpress-plugin',
  ])('%s may be a page', (path) => expect(whyNotPage(path)).toBeUndefined());
});

test('thousands of hostile addresses get a decision without an error', async () => {
  const hostile = [
    '/'.repeat(500),
    `/${'a-'.repeat(900)}`,
    '/%',
    '/\u202e',
    '/a/./b',
    '/#',
    '/?',
    `/${'é'.repeat(500)}`,
    '/((((((((',
  ];
  const found = await plan(hostile.map((address) => ({ address })));
  expect(found).toHaveLength(hostile.length);
});
