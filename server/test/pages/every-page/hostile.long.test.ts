import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/projects/key/keys.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';
import { knownIds, signedInPages } from './routes.ts';
import type { KnownIds } from './routes.ts';

const script = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
const hostile = `"'>${script}{{7*7}}\u202Egnp.exe\u200B${'long'.repeat(60)} $\{hacked}`;

let site: TestSite;
let ids: KnownIds;
let browser: Awaited<ReturnType<typeof testBrowser>>;

beforeAll(async () => {
  site = await startSite({ files: { 'docs/index.md': '# Welcome\n' } });
  const { db } = site.api;
  const inDocs = { projectId: site.docs.id };
  await db
    .updateTable('project')
    .set({ name: hostile.slice(0, 100), instructions: hostile, site_url: 'https://docs.example.com' })
    .where('id', '=', site.docs.id)
    .execute();
  await createKey(db, { organisationId: site.docs.organisationId, name: hostile, scopes: ['agent:read'], ...inDocs });
  await site.propose({
    branch: 'copydesk/hostile',
    title: hostile,
    description: `${hostile}\n\n[x](javascript:window.hacked=1)`,
    prompt: hostile,
    files: { 'docs/index.md': `# ${hostile}\n`, [`docs/${'a'.repeat(120)}\u202Egnp.md`]: `${hostile}\n` },
  });
  await site.session('viewer');
  await db
    .updateTable('person')
    .set({ name: hostile, email: sql<string>`${'x'.repeat(60)} || id || '@example.com'` })
    .execute();
  ids = await knownIds(site);
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

test(
  'no name, title, path, prompt or description runs as a script or makes a page wider',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    const [name = '', value = ''] = (await site.session('owner')).split('=');
    await context.addCookies([{ name, value, url: site.origin }]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text());
    });
    for (const { path } of signedInPages(site, ids)) {
      const reply = await page.request.get(site.origin + path);
      // Fragments that a script inserts into a page, and files, are no pages.
      if (!(await reply.text()).startsWith('<!doctype html>')) continue;
      await page.goto(site.origin + path);
      expect([path, await page.evaluate('window.hacked')]).toEqual([path, undefined]);
      expect([path, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([path, 390]);
      expect([path, await page.evaluate<boolean>(`/\\u202e/.test(document.body.innerText)`)]).toEqual([path, false]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
);
