import { setTimeout } from 'node:timers/promises';
import { testBrowser } from '../../../server/test/support/browser.ts';
import { median } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import type { BenchPage } from './list.ts';

const repeats = 5;
const slowdown = 4;
const mostMilliseconds = 500;

/**
 * Measures when a page has loaded and its script has run (`loadEventEnd`), in headless Chromium slowed down, with style
 * sheet and script cached.
 */
export async function measureInBrowser(url: string, pages: BenchPage[], cookie: string): Promise<Row[]> {
  await using browser = await testBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const rows: Row[] = [];
  for (const { name: of, path } of pages) {
    const times: number[] = [];
    while (times.length <= repeats) {
      const reply = await page.goto(url + path, { waitUntil: 'load' });
      if (reply?.status() === 429) {
        await setTimeout(Number((await reply.headerValue('retry-after')) ?? 1) * 1_000);
        continue;
      }
      if (reply?.status() !== 200) throw new Error(`${path} answered ${reply?.status() ?? 'nothing'}`);
      await page.waitForFunction("performance.getEntriesByType('navigation')[0].loadEventEnd > 0");
      const ended = await page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd");
      times.push(ended);
    }
    rows.push({ name: `${of}, usable`, value: median(times.slice(1)), unit: 'ms', atMost: mostMilliseconds });
  }
  await context.close();
  return rows;
}
