import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  browser = await testBrowser();
  context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  page = await context.newPage();
  await page.goto(site.origin + (await site.signInLink('Ann Example', '/projects', 'owner')));
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

test.each(['Overview', 'Settings'])('the tab %s is visible when it is the current one', async (name) => {
  await page.goto(`${site.origin}/projects/${site.docs.id}${name === 'Overview' ? '' : '/settings'}`);
  const row = page.locator('.tabs');
  expect(await row.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);
  const tab = page.locator('.tabs [aria-current]');
  expect((await tab.innerText()).trim()).toBe(name);
  const box = await tab.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
});

test('an error code of the table is on one line', async () => {
  await page.goto(`${site.origin}/problems`);
  const heights = await page
    .locator('tbody th code')
    .evaluateAll((codes) => codes.map((code) => code.getClientRects().length));
  expect(new Set(heights)).toEqual(new Set([1]));
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
});
