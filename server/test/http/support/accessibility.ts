import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** What is wrong with a page for those who hear it, use the keyboard or see little; empty when nothing is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const script = await readFile(new URL('accessibility-in-page.js', import.meta.url), 'utf8');
  return await page.evaluate<string[]>(script);
}
