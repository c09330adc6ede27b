import { testBrowser } from '../../../support/browser.ts';
import { chrome } from './ask.ts';
import type { Label, MadeRequest } from './ask.ts';

/** Visits the site with a real browser, as a person would: by URL, by links, back, and reloading. */
export async function browse(port: number): Promise<MadeRequest[]> {
  await using browser = await testBrowser();
  const context = await browser.newContext({ userAgent: chrome });
  const page = await context.newPage();
  const made: MadeRequest[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    const isPage = response.request().isNavigationRequest();
    // The page's own path; whatever else the browser loads belongs to it.
    const label: Label = isPage ? { page: pageOf(url.pathname), as: 'human' } : { drop: 'not_a_page' };
    made.push({
      line: `GET ${url.pathname}`,
      userAgent: chrome,
      status: response.status(),
      label,
      withHeaders: label,
    });
  });
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Install' }).click();
  await page.waitForLoadState('networkidle');
  await page.reload({ waitUntil: 'networkidle' });
  await page.goto(`http://127.0.0.1:${port}/docs/install.html?again#usage`, { waitUntil: 'networkidle' });
  await context.close();
  // The browser's cache answers some requests without a server, and the browser requests the icon without the page.
  return made.filter(({ label, status }) => 'page' in label && status !== 0);
}

/** Returns the path of one of the three pages on the walk. */
function pageOf(path: string): string {
  return { '/': '/', '/docs/': '/docs', '/docs/install.html': '/docs/install' }[path] ?? `not expected: ${path}`;
}
