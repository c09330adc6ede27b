import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults } from '../../http/support/accessibility.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';
import { evilJob } from './evil-job.ts';

const script = '<script>window.hit = 1</script><img src=x onerror="window.hit = 1"><svg onload="window.hit = 1">';
const breakOut = `"'></textarea></title><style>*{display:none}</style><a href="javascript:window.hit=1">x</a>`;
const bidi = '\u202Egnp.exe\u2066 \u200b\u2069 \u0007';
const zalgo = `z${'\u0335\u0321\u0489\u036f'.repeat(200)}algo`;
const long = 'x'.repeat(100_000);

const evil: [string, string][] = [
  ['scripts', script],
  ['markup that breaks out', breakOut],
  ['characters that turn the direction', bidi],
  ['a pile of accents', zalgo],
  ['a line of 100,000 characters', long],
];

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  site = await startSite({
    services: () => ({
      readDiff: async () => ({
        baseCommit: null,
        headCommit: null,
        additions: 1,
        deletions: 1,
        files: evil.map(([, text], index) => ({
          path: `docs/${index}-${text.slice(0, 2_000)}.md`,
          oldPath: null,
          change: 'modified' as const,
          binary: false,
          additions: 1,
          deletions: 1,
          patch: `@@ -1,1 +1,1 @@ ${text}\n-${text}\n+${text}!\n`,
        })),
      }),
    }),
  });
  browser = await testBrowser();
  context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const [name = '', value = ''] = (await site.session('owner')).split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

describe.each(evil)('%s', (_name, text) => {
  test('does not run, and makes no page of jobs wider', { timeout: 60_000 }, async () => {
    const id = await evilJob(site, text);
    const jobs = `${site.origin}/projects/${site.docs.id}/jobs`;
    const addresses = [
      '',
      `?q=${encodeURIComponent(text.slice(0, 150))}`,
      `/new?prompt=${encodeURIComponent(text.slice(0, 2_000))}`,
    ];
    const ofJob = ['', '?step=1', '?message=0', '/changes'].map((suffix) => `/${id}${suffix}`);
    for (const address of [...addresses, ...ofJob]) {
      const reply = await page.goto(jobs + address);
      expect([address, reply?.status()]).toEqual([address, 200]);
      for (const summary of await page.locator('.entry summary').all()) await summary.click();
      if (address === `/${id}`) await page.locator('.step-body').waitFor();
      expect([address, await page.evaluate('window.hit')]).toEqual([address, undefined]);
      expect([address, await stickingOut()]).toEqual([address, []]);
      expect(
        await page.locator('main script, main style, main img, main [onload], a[href^="javascript"]').count(),
      ).toBe(0);
      expect([address, await accessibilityFaults(page)]).toEqual([address, []]);
    }
  });
});

/** Returns where the page is wider than its window: what overflows it, and is neither scrolled nor clipped. */
async function stickingOut(): Promise<string[]> {
  return await page.evaluate<string[]>(`
    document.documentElement.scrollWidth === innerWidth ? [] : [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map(({ tagName, className, id }) => tagName + '.' + className + '#' + id).slice(0, 12)
  `);
}

test('characters that change the text direction are named where they are', async () => {
  const id = await evilJob(site, bidi);
  await page.goto(`${site.origin}/projects/${site.docs.id}/jobs/${id}`);
  expect(await page.locator('h1 .hidden-character').allInnerTexts()).toEqual([
    'U+202E',
    'U+2066',
    'U+200B',
    'U+2069',
    'U+0007',
  ]);
  expect(await page.title()).toContain('[U+202E]gnp.exe');
});
