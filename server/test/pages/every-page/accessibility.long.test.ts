import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdProvider } from '../../../src/open-id/provider.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';
import { knownIds, publicPages, signedInPages } from './routes.ts';
import type { KnownIds } from './routes.ts';

type Rules = readonly string[];

/** The rules for WCAG 2.2 A and AA, and axe's best practices. */
const everyRule: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let site: TestSite;
let ids: KnownIds;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let axe: string;

beforeAll(async () => {
  site = await startSite({
    openId: unreachableOpenId(),
    files: { 'docs/index.md': '# Welcome\n\nThe color is red.\n', 'docs/a.md': 'a\n' },
  });
  await site.propose({
    title: 'Say colour',
    description: 'It **says** so.',
    prompt: 'Replace "color" with "colour"',
    files: { 'docs/index.md': '# Welcome\n\nThe colour is red.\n', 'docs/a.md': 'b\n' },
  });
  ids = await knownIds(site);
  browser = await testBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

test('public pages are examined with their content', async () => {
  const shown = new Map<string, string>();
  for (const { path } of publicPages(site, ids)) {
    const text = await (await fetch(site.origin + path, { headers: { accept: 'text/html' } })).text();
    shown.set(path, text);
  }
  expect(shown.get('/sign-in')).toContain('Sign in with <bdi>127.0.0.1:1</bdi>');
  expect(shown.get('/sign-in/openid')).toContain('Try again with');
  expect(shown.get(`/welcome/${ids.ownerToken}`)).toContain('Create the account');
  expect(shown.get('/welcome/nothing')).toContain('The link no longer works');
  expect(shown.get(`/share/${ids.shareToken}`)).toContain('Handbook');
});

test('axe would find a field without a label', async () => {
  const page = await browser.newPage();
  await page.setContent('<html lang="en"><title>T</title><main><h1>T</h1><input></main></html>');
  await page.evaluate(axe);
  expect(await faultsByAxe(page, everyRule)).toEqual([expect.stringContaining('label: ')]);
  await page.close();
});

// Only colours depend on the scheme, and only sizes and what scrolls on the width: axe takes most of the time.
const views = [
  { colorScheme: 'light', width: 1280, rules: everyRule },
  { colorScheme: 'dark', width: 1280, rules: ['color-contrast', 'link-in-text-block'] },
  { colorScheme: 'light', width: 390, rules: ['target-size', 'scrollable-region-focusable'] },
] as const;

test.each([
  ['public pages', undefined, publicPages],
  ['pages of people who are signed in', 'owner', signedInPages],
] as const)(
  '%s: in both schemes and on a phone, axe finds no fault and no page is wider than the screen',
  { timeout: 240_000 },
  async (_, role, addresses) => {
    const context = await browser.newContext();
    if (role !== undefined) {
      const [name = '', value = ''] = (await site.session(role)).split('=');
      await context.addCookies([{ name, value, url: site.origin }]);
    }
    const page = await context.newPage();
    let examined = 0;
    for (const { path } of addresses(site, ids)) {
      const reply = await page.request.get(site.origin + path);
      // Fragments that a script inserts into a page, and files, are no pages.
      if (!(await reply.text()).startsWith('<!doctype html>')) continue;
      await page.goto(site.origin + path);
      await page.evaluate(axe);
      for (const view of views) expect([path, await widthIn(page, view)]).toEqual([path, view.width]);
      await page.evaluate(openEverything);
      for (const view of views) {
        expect([`${path} opened`, await widthIn(page, view)]).toEqual([`${path} opened`, view.width]);
        expect([path, view, await faultsByAxe(page, view.rules)]).toEqual([path, view, []]);
      }
      examined += 1;
    }
    expect(examined).toBeGreaterThan(10);
    await context.close();
  },
);

const openEverything = `for (const one of document.querySelectorAll('details')) one.open = true`;

/** Returns how wide a page is in a scheme, on a screen of a width, in pixels. */
async function widthIn(page: Page, { colorScheme, width }: (typeof views)[number]): Promise<number> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  return await page.evaluate<number>('document.documentElement.scrollWidth');
}

/** Returns what axe (https://github.com/dequelabs/axe-core), which the page has loaded, finds with the rules. */
async function faultsByAxe(page: Page, rules: Rules): Promise<string[]> {
  return await page.evaluate<string[]>(`axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}

/** Has a button on the sign-in page, and a page that says that the provider is unreachable. */
function unreachableOpenId() {
  const options = { issuer: 'http://127.0.0.1:1', clientId: 'copydesk', clientSecret: 'secret', groupsClaim: 'groups' };
  const signUp = { domains: undefined, groups: undefined, role: 'viewer' as const };
  return { provider: openIdProvider(options, () => new Date()), signUp };
}
