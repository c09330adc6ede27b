import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendEvents } from '../../../src/jobs/events.ts';
import { publishText } from '../../../src/jobs/run/live-text.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
let jobId: string;
let steps = 0;
beforeAll(async () => {
  site = await startSite();
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 500 } });
  jobId = (await site.api.newJob({ project: site.docs })).id;
  steps = 0;
  page = await open('viewer');
});
afterEach(() => context.close());

/** Opens the page of the job in a new tab, as somebody with the role sees it. */
async function open(role: 'viewer' | 'editor'): Promise<Page> {
  const [name = '', value = ''] = (await site.session(role)).split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  const opened = await context.newPage();
  await opened.goto(`${site.origin}/projects/${site.docs.id}/jobs/${jobId}`);
  return opened;
}

async function step(text: string): Promise<void> {
  steps += 1;
  const data = {
    step: steps,
    messages: [],
    text,
    tools: [],
    changedFiles: [],
    usage: { inputTokens: 1, outputTokens: 1 },
  };
  await site.api.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('job').set({ steps }).where('id', '=', jobId).execute();
    await appendEvents(transaction, jobId, [{ type: 'step', data }]);
  });
}

/** Sets whether the tab is hidden, and reports it as the browser does when tabs are switched. */
async function setHidden(hidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

const entry = (text: string) => page.locator('.transcript .entry').filter({ hasText: text });

test('words appear as they are written, and the step takes their place', async () => {
  const writing = page.locator('#writing');
  expect(await writing.isVisible()).toBe(false);
  const evil = '<img src=x onerror="window.hit=1"> and';
  // Text that was published before the stream is open is sent when it opens.
  await publishText(site.api.db, { job: jobId, epoch: 1, step: 1, offset: 0, text: evil });
  await expect.poll(() => writing.locator('.said').textContent()).toBe(evil);
  await publishText(site.api.db, { job: jobId, epoch: 1, step: 1, offset: evil.length, text: ' more' });
  await expect.poll(() => writing.locator('.said').textContent()).toBe(`${evil} more`);
  await step('All of it.');
  await entry('All of it.').waitFor();
  expect(await writing.isVisible()).toBe(false);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  expect(await page.locator('#job-said').innerText()).toContain('Answered');
});

test('the page reconnects after the network was away', async () => {
  await step('Before.');
  await entry('Before.').waitFor();
  await context.setOffline(true);
  await step('Meanwhile.');
  await context.setOffline(false);
  await entry('Meanwhile.').waitFor();
  await step('After.');
  await entry('After.').waitFor();
  expect(await page.locator('.entry.step').count()).toBe(3);
});

test('the page reconnects after its stream was refused, as by a proxy whose server is down', async () => {
  await context.route('**/live?*', (route) => route.fulfill({ status: 502 }));
  await page.reload();
  await page.getByText('The server does not answer.').waitFor();
  await step('Meanwhile.');
  await context.unroute('**/live?*');
  await entry('Meanwhile.').waitFor();
  expect(await page.getByText('The server does not answer.').isVisible()).toBe(false);
});

test('a signed-out viewer is redirected to sign in, unless something is typed', async () => {
  const typing = await open('editor');
  await typing.getByLabel('Follow up').fill('Half a sentence');
  await site.api.db.deleteFrom('session').execute();
  await page.waitForURL('**/sign-in?*');
  await typing.getByText('You are signed out').waitFor();
  expect(await typing.getByLabel('Follow up').inputValue()).toBe('Half a sentence');
});

test('a hidden tab keeps no stream open, and is updated when it becomes visible', async () => {
  await step('Seen.');
  await entry('Seen.').waitFor();
  await setHidden(true);
  await expect.poll(() => page.evaluate(`document.querySelector('live-transcript').source`)).toBeUndefined();
  await step('Hidden.');
  await setHidden(false);
  await entry('Hidden.').waitFor();
  await step('Again.');
  await entry('Again.').waitFor();
});

/** Adds a step while the reader is far above it; returns the button that leads to it. */
async function missTheNewest(): Promise<Locator> {
  for (let count = 1; count <= 30; count += 1) await step(`Step number ${count}.`);
  await entry('Step number 30.').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await step('The newest.');
  const jump = page.getByRole('button', { name: 'Jump to the newest' });
  await jump.waitFor();
  return jump;
}

test('a scrolled-up page stays where it is, and offers a button to the newest entry', async () => {
  const jump = await missTheNewest();
  expect(await page.evaluate('scrollY')).toBe(0);
  await jump.click();
  await expect.poll(() => page.evaluate('scrollY > 0')).toBe(true);
  await expect.poll(() => jump.isVisible()).toBe(false);
});

test('the page of an ended job does not scroll to the newest entry', async () => {
  const jump = await missTheNewest();
  await site.api.db.updateTable('job').set({ status: 'completed' }).where('id', '=', jobId).execute();
  await step('The end.');
  await entry('The end.').waitFor();
  await expect.poll(() => jump.isVisible()).toBe(false);
});
