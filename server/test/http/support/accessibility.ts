import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/**
 * Returns what is wrong with a page for people who use a screen reader or the keyboard, or have low vision; empty when
 * nothing is.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const script = await readFile(new URL('accessibility-in-page.js', import.meta.url), 'utf8');
  // A click that follows a link returns before the new page has a root element.
  await page.waitForLoadState('domcontentloaded');
  return await page.evaluate<string[]>(script);
}
