import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { released } from '../../analytics/classify/released.ts';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import { openSalts } from '../../../src/analytics/collect/salts.ts';
import { importLogs } from '../../../src/analytics/import/import-logs.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { quiet } from '../../analytics/import/rig.ts';
import { accessibilityFaults } from '../../http/support/accessibility.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';
import { countWeeks } from './support.ts';
import { collectedProject } from '../../analytics/support/collected-project.ts';

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
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

async function open(options: Parameters<typeof browser.newContext>[0]): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  const seen: string[] = [];
  complaints = seen;
  page.on('console', (message) => {
    // The browser also logs a page with an error status to the console.
    if (message.type() === 'error' && !message.text().includes('404')) seen.push(message.text());
  });
}

const path = (part: string) => `/projects/${site.docs.id}${part}`;

async function signIn(part: string): Promise<void> {
  await page.goto(site.origin + (await site.signInLink('Ann Example', path(part))));
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
}

/** Does what `copydesk views import` does beside a running server. */
async function importLog(text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-test-'));
  const file = join(folder, 'access.log');
  await writeFile(file, text);
  const { db } = site.api;
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = openViewStore({ db, log, now, retentionMonths: 25 });
  const services = { db, store, classifier: openClassifier({ judge: released, now }), salts: openSalts(db), now };
  const project = collectedProject({ number: site.docs.number });
  const options = { format: 'auto' as const, follow: false, dryRun: false, report: quiet };
  const { signal } = new AbortController();
  const request = { ...options, project, files: [file], signal };
  await importLogs({ ...services, openInput: () => Readable.from([]) }, request);
  await store.close();
  await rm(folder, { recursive: true });
}

const now = () => new Date();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0';
const claude = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';

function logLine(target: string, agent: string, { status = 200, ip = '192.0.2.7' } = {}): string {
  const [, day, month, year, time] = /(\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date().toUTCString()) ?? [];
  const at = `${day}/${month}/${year}:${time} +0000`;
  return `${ip} - - [${at}] "GET ${target} HTTP/1.1" ${status} 512 "-" "${agent}"\n`;
}

test('a log is imported, its views appear by themselves, and its numbers are on the readers’ pages', async () => {
  await signIn('/counting');
  expect(await page.locator('.arrivals .state').innerText()).toBe('No view has arrived yet.');
  const people = Array.from({ length: 5 }, (_, number) =>
    logLine('/handbook/start', firefox, { ip: `192.0.2.${number}` }),
  );
  await importLog(
    [
      ...people,
      logLine('/handbook/start', claude),
      logLine('/lost', claude, { status: 404 }),
      logLine('/a.css', firefox),
    ].join(''),
  );
  // Without a reload.
  await expect.poll(() => page.locator('.arrivals .state').innerText(), { timeout: 15_000 }).toContain('Views arrive');
  expect(await page.locator('.arrivals').innerText()).toMatch(/\/handbook\/start[\s\S]*not_a_page/);
  await page.getByRole('link', { name: 'Readers', exact: true }).click();
  expect(await page.locator('.totals').innerText()).toMatch(/People\s+5[\s\S]*AI\s+1[\s\S]*Total\s+6/);
  await page.getByRole('link', { name: '/handbook/start' }).click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('/handbook/start');
  await page.getByRole('link', { name: 'ClaudeBot' }).click();
  expect(await page.locator('.totals').innerText()).toMatch(/AI\s+1/);
  await page.getByRole('link', { name: 'Not found' }).click();
  expect(await page.getByRole('region', { name: 'Paths that were not found' }).innerText()).toMatch(
    /\/lost\s+0\s+1\s+ClaudeBot 1/,
  );
  await page.getByRole('link', { name: 'Left out' }).click();
  expect(await page.locator('main').innerText()).toContain('not_a_page');
});

describe('with some weeks of views', () => {
  beforeAll(async () => await countWeeks(site, new Date()));

  test('a share link shows them without a sign-in, until it is revoked', async () => {
    await signIn('/readers');
    const shown = await page.locator('.totals').innerText();
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.getByLabel('What it is for').fill('Newsletter <b>');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = new URL(await page.locator('#share-link').innerText()).pathname;
    expect(
      await page.getByAltText('The badge').evaluate((image) => image.getBoundingClientRect().width),
    ).toBeGreaterThan(50);
    // Sending the form again creates no second link and shows the same one.
    await page.reload();
    expect(new URL(await page.locator('#share-link').innerText()).pathname).toBe(link);
    expect(await page.getByRole('region', { name: 'Share links' }).getByRole('row').count()).toBe(2);

    const anybody = await browser.newContext();
    const other = await anybody.newPage();
    await other.goto(site.origin + link);
    expect(await other.locator('.totals').innerText()).toBe(shown);
    await other.getByRole('link', { name: 'AI agents' }).click();
    expect(await other.getByRole('region', { name: 'AI agents' }).innerText()).toContain('ClaudeBot');
    expect(await accessibilityFaults(other)).toEqual([]);

    await page.getByRole('button', { name: 'Revoke' }).click();
    expect(await page.locator('.notice').innerText()).toContain('The link was revoked.');
    expect((await other.reload())?.status()).toBe(404);
    await anybody.close();
  });

  test('a viewer sees no button to share, and is refused', async () => {
    const cookie = await site.session('viewer');
    const headers = { cookie, accept: 'text/html' };
    const readers = await (await fetch(site.origin + path('/readers'), { headers })).text();
    expect(readers).toContain('<h1>Readers</h1>');
    expect(readers).not.toContain('/readers/shares');
    expect((await fetch(site.origin + path('/readers/shares'), { headers })).status).toBe(403);
  });

  test('the chart shows its values under the pointer and with the arrow keys', async () => {
    await signIn('/readers?range=7d');
    const chart = page.locator('chart-hover');
    await chart.hover();
    await expect.poll(() => chart.locator('output').innerText()).toMatch(/: \d+ people, \d+ AI$/);
    await chart.focus();
    await page.keyboard.press('Home');
    const first = await chart.locator('output').innerText();
    const row = page.locator('#course-chart-table tbody tr').first();
    const [name = '', people = '', ai = ''] = await row.locator('th, td').allTextContents();
    expect(first).toBe(`${name}: ${people} people, ${ai} AI`);
    await page.keyboard.press('ArrowRight');
    expect(await chart.locator('output').innerText()).not.toBe(first);
  });

  test('the time zone of the browser is offered, and each choice has its own address', async () => {
    await context.close();
    await open({ timezoneId: 'Asia/Dubai' });
    await signIn('/readers?range=7d');
    await page.getByText('Dates and time zone').click();
    await page.getByLabel('Days of').selectOption('Asia/Dubai');
    expect(await page.getByLabel('Days of').locator('option:checked').innerText()).toBe('Asia/Dubai (yours)');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(new URL(page.url()).searchParams.get('zone')).toBe('Asia/Dubai');
    expect(await page.locator('.range').innerText()).toContain('days of Asia/Dubai');
    await page.getByLabel('Path begins with').fill('/guides/');
    await page.getByRole('button', { name: 'Filter' }).click();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('zone'), searchParams.get('path'), searchParams.get('range')]).toEqual([
      'Asia/Dubai',
      '/guides/',
      '7d',
    ]);
  });

  test('all figures are available without JavaScript', async () => {
    await context.close();
    await open({ javaScriptEnabled: false });
    await signIn('/readers');
    await page.getByText('The figures as a table').click();
    expect(await page.locator('#course-chart-table tbody tr').count()).toBe(30);
    await page.getByText('Dates and time zone').click();
    await page.getByLabel('From').fill('2026-01-01');
    await page.getByLabel('Days of').selectOption('Asia/Tokyo');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.locator('.range').innerText()).toContain('since 1 Jan 2026');
    await page.getByRole('link', { name: 'Set up counting' }).click();
    await page.getByRole('link', { name: 'Look again' }).click();
    expect(await page.locator('.arrivals .state').innerText()).toContain('Views arrive');
    await page.goto(site.origin + path('/readers/shares'));
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = new URL(await page.locator('#share-link').innerText()).pathname;
    await page.goto(site.origin + link);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Readers');
  });

  test.each([
    ['light', 1280],
    ['light', 390],
    ['dark', 1280],
    ['dark', 390],
  ] as const)(
    'in a %s scheme, %i wide, pages are accessible and not wider than the screen',
    async (colorScheme, width) => {
      await context.close();
      await open({ colorScheme, viewport: { width, height: 800 } });
      await signIn('/readers');
      const long = encodeURIComponent(`/${'long'.repeat(499)}`);
      const parts = [
        '/readers?range=90d',
        `/readers/page?path=${long}`,
        '/readers/agents',
        '/readers/agents?agent=Cursor',
      ];
      for (const part of [
        ...parts,
        '/readers/unknown',
        '/readers/not-found',
        '/readers/referrers',
        '/readers/left-out',
        '/readers/shares',
        '/counting',
      ]) {
        await page.goto(site.origin + path(part));
        expect([part, await accessibilityFaults(page)]).toEqual([part, []]);
        expect([part, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([part, width]);
      }
    },
  );
});
