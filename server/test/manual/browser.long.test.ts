import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';
import { testBrowser } from '../support/browser.ts';
import { openDocs } from './support/open.ts';

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  site = await startSite();
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

beforeEach(async () => await open({}));
afterEach(async () => {
  await context.close();
  // The content security policy refused nothing, and everything loaded.
  if (complaints.length > 0) throw new Error(`The browser complains: ${complaints.join('; ')}`);
});

async function open(options: Parameters<typeof browser.newContext>[0]): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  complaints = [];
  const seen = complaints;
  page.on('console', (message) => void (message.type() === 'error' && seen.push(message.text())));
  page.on('response', (response) => void (response.status() >= 400 && seen.push(response.url())));
}

test('links lead from the front page to the docs, and from page to page', async () => {
  await page.goto(site.origin);
  await page.getByRole('link', { name: 'Read the docs' }).click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('What Copydesk is');
  await page.getByRole('navigation', { name: 'Docs', exact: true }).getByRole('link', { name: 'Installing' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'systemd' }).click();
  expect(new URL(page.url()).hash).toBe('#systemd');
  await page.getByRole('link', { name: 'Next The desk in a browser' }).click();
  expect(new URL(page.url()).pathname).toBe('/docs/desk');
  const picture = page.getByAltText(/The list of projects/);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image) => image.matches('[src]') && image.getBoundingClientRect().height > 100))
    .toBe(true);
});

test('results appear while typing, and can be reached by keyboard', async () => {
  await page.goto(`${site.origin}/docs/api`);
  await page.keyboard.press('/');
  await page.keyboard.type('revoke an api key');
  const first = page.getByRole('option').first();
  await expect.poll(() => first.innerText()).toContain('Revoke an API key');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/reference/api-keys#revoke-an-api-key');
});

test('search and pages work without scripts', async () => {
  await context.close();
  await open({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  await page.goto(`${site.origin}/docs`);
  await page.getByLabel('Find in the docs').fill('systemd');
  await page.getByLabel('Find in the docs').press('Enter');
  await page.getByRole('link', { name: 'systemd', exact: true }).click();
  expect(page.url()).toBe(`${site.origin}/docs/installing#systemd`);
  await page.getByText('Contents', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Docs, folded' }).getByRole('link', { name: 'Webhooks' }).first().click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Webhooks');
});

test('the button copies the code', async () => {
  await page.goto(`${site.origin}/docs/installing`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.code').first().hover();
  await page.locator('.code').first().getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe('npm install --global copydesk\ncopydesk serve');
});

test('the contents are scrolled to the current page', async () => {
  await page.goto(`${site.origin}/docs/performance`);
  const link = page.locator('.contents [aria-current]');
  const box = await link.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 720).toBe(true);
});

test('no page is wider than the screen of a phone', { timeout: 240_000 }, async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const slug of (await openDocs()).pages.keys()) {
    await page.goto(`${site.origin}/docs/${slug}`);
    expect([slug, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([slug, 360]);
  }
});
