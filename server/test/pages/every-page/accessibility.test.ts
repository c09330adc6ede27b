import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';
import { knownIds, publicPages, signedInPages } from './routes.ts';
import type { KnownIds } from './routes.ts';

let site: TestSite;
let ids: KnownIds;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let axe: string;

beforeAll(async () => {
  site = await startSite({ files: { 'docs/index.md': '# Welcome\n\nThe color is red.\n', 'docs/a.md': 'a\n' } });
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

test('axe would find a field without a label', async () => {
  const page = await browser.newPage();
  await page.setContent('<html lang="en"><title>T</title><main><h1>T</h1><input></main></html>');
  expect(await faultsByAxe(page)).toEqual([expect.stringContaining('label: ')]);
  await page.close();
});

describe.each(['light', 'dark'] as const)('in a %s scheme', (colorScheme) => {
  test.each([1280, 390])(
    'at a width of %i, axe finds nothing and nothing sticks out',
    { timeout: 120_000 },
    async (width) => {
      const signedIn = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const [name = '', value = ''] = (await site.session('owner')).split('=');
      await signedIn.addCookies([{ name, value, url: site.origin }]);
      const anybody = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const pages = [
        { page: await anybody.newPage(), addresses: publicPages(site, ids) },
        { page: await signedIn.newPage(), addresses: signedInPages(site, ids) },
      ];
      for (const { page, addresses } of pages) {
        for (const { path } of addresses) {
          const reply = await page.request.get(site.origin + path);
          // Pieces that a script puts into a page, and files, are none.
          if (!(await reply.text()).startsWith('<!doctype html>')) continue;
          await page.goto(site.origin + path);
          expect([path, await faultsByAxe(page)]).toEqual([path, []]);
          expect([path, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([path, width]);
        }
      }
      await anybody.close();
      await signedIn.close();
    },
  );
});

/** What axe (https://github.com/dequelabs/axe-core) finds by its rules of WCAG 2.2 A and AA and its best practices. */
async function faultsByAxe(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return await page.evaluate<string[]>(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}
