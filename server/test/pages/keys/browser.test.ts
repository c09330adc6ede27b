import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;

beforeAll(async () => {
  site = await startSite({ reachable: true });
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

async function openKeys(options: { javaScriptEnabled: boolean }): Promise<Page> {
  const context = await browser.newContext(options);
  const [name = '', value = ''] = (await site.session('owner')).split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  const page = await context.newPage();
  await page.goto(`${site.origin}/keys`);
  return page;
}

const countKeys = async (name: string) =>
  (await site.api.db.selectFrom('api_key').select('id').where('name', '=', name).execute()).length;

test.each([true, false])(
  'a key is created, tried, hidden after a reload and revoked (script: %s)',
  { timeout: 60_000 },
  async (javaScriptEnabled) => {
    const name = `Journey ${javaScriptEnabled}`;
    const page = await openKeys({ javaScriptEnabled });
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Make the key' }).click();
    const token = await page.locator('#new-token').innerText();
    const headers = { authorization: `Bearer ${token}` };
    const use = async () => (await fetch(`${site.origin}/v2/agent/${site.docs.id}/jobs`, { headers })).status;
    expect(await use()).toBe(200);
    await page.reload();
    expect(await page.content()).not.toContain(token);
    expect(await page.content()).toContain('was made before');
    expect(await countKeys(name)).toBe(1);
    await page.getByRole('link', { name: 'All keys' }).click();
    await page.getByRole('link', { name: `Revoke ${name}` }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    expect(await page.locator('.notice').innerText()).toContain('The key was revoked');
    expect(await use()).toBe(401);
    await page.context().close();
  },
);

test('a second click on the button makes no second key', async () => {
  const page = await openKeys({ javaScriptEnabled: true });
  await page.getByLabel('Name', { exact: true }).fill('Clicked twice');
  await page.getByRole('button', { name: 'Make the key' }).dblclick();
  await page.waitForSelector('#new-token');
  expect(await countKeys('Clicked twice')).toBe(1);
  await page.context().close();
});

test('the id of a project is copied by a button', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const [name = '', value = ''] = (await site.session('owner')).split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  const page = await context.newPage();
  await page.goto(`${site.origin}/keys`);
  await page.locator(`copy-button[for="id-${site.docs.id}"] button`).click();
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(site.docs.id);
  await page.getByRole('button', { name: 'Copied' }).first().waitFor();
  await context.close();
});

test('where the browser lets no page write to the clipboard, the id is selected, and the button says so', async () => {
  const page = await openKeys({ javaScriptEnabled: true });
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
  await page.locator(`copy-button[for="id-${site.docs.id}"] button`).click();
  await page.getByRole('button', { name: 'Press Ctrl C' }).waitFor();
  expect(await page.evaluate<string>('getSelection().toString()')).toBe(site.docs.id);
  await page.context().close();
});
