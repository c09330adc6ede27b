import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setProject } from '../../../src/projects/project.ts';
import { testBrowser } from '../../support/browser.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';
import { absentProjectId } from '../support/endpoints.ts';

let collector: Collector;
let browser: TestBrowser;
let site: Site;
let context: BrowserContext;
let page: Page;
/** Errors that the pages threw. */
let errors: Error[];
/** URLs of the views that the pages sent. */
let sent: string[];

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

beforeAll(async () => {
  collector = await startCollector({ views: { collectPerMinute: 100_000 } });
  site = await startSite(() => `http://127.0.0.1:${collector.api.port}`, collector.api.project.id);
  await setProject(collector.api.db, collector.api.project.id, { origins: [site.origin] });
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await collector[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await collector.clear();
  errors = [];
  sent = [];
  context = await browser.newContext({ userAgent });
  context.on('weberror', (error) => errors.push(error.error()));
  context.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  page = await context.newPage();
});
afterEach(async () => await context.close());

/** Waits until these views are counted. Expects no other views, and no errors on the pages. */
async function expectViews(paths: string[]): Promise<void> {
  const expected = paths.toSorted();
  await expect.poll(async () => await countedPaths(), { timeout: 10_000 }).toEqual(expected);
  expect(errors).toEqual([]);
}

/** The same, and expects that the pages sent each view once, so that views still being sent would be noticed. */
async function expectSentOnce(paths: string[]): Promise<void> {
  await expectViews(paths);
  // The browser reports a request a moment after it has sent it.
  await expect.poll(() => sent).toHaveLength(paths.length);
}

async function countedPaths(): Promise<string[]> {
  const views = await collector.views();
  return views.map((view) => view.split(' ', 1).join('')).toSorted();
}

/** Runs code in the page. */
async function run<T = unknown>(code: string): Promise<T> {
  return await page.evaluate<T>(code);
}

describe('a site of many pages', () => {
  test('counts one view for each load of a page, however the reader gets there', async () => {
    await page.goto(`${site.origin}/`);
    await page.click('text=Guide');
    await page.waitForURL('**/guide');
    await page.goto(`${site.origin}/guide?tab=2#top`);
    await page.reload();
    await run("location.hash = 'bottom'");
    await expectSentOnce(['/', '/guide', '/guide', '/guide']);
  });

  test('counts views when the reader goes back and forward', async () => {
    await page.goto(`${site.origin}/`);
    await page.goto(`${site.origin}/guide`);
    await page.goBack();
    await page.goForward();
    await expectSentOnce(['/', '/', '/guide', '/guide']);
  });

  // The browsers of tests neither keep pages alive nor prerender them; the test dispatches the same events.
  test('counts a view when the reader goes back to a page in the cache', async () => {
    await page.goto(`${site.origin}/`);
    await run("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    await run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expectSentOnce(['/', '/']);
  });

  test('counts a prerendered page when it is shown', async () => {
    await page.addInitScript("Object.defineProperty(document, 'prerendering', { value: true })");
    await page.goto(`${site.origin}/`);
    expect(sent).toEqual([]);
    await run("document.dispatchEvent(new Event('prerenderingchange'))");
    await run("document.dispatchEvent(new Event('prerenderingchange'))");
    await expectSentOnce(['/']);
  });

  test('sends a view even if the page is left at once', async () => {
    await page.goto(`${site.origin}/leaves-at-once`);
    await page.waitForURL('**/guide');
    await page.close();
    await expectSentOnce(['/guide', '/leaves-at-once']);
  });

  test('counts a missing page separately', async () => {
    await page.goto(`${site.origin}/missing`);
    await expect.poll(async () => await collector.views()).toEqual(['/missing human missing']);
  });

  test('counts a background tab once', async () => {
    const hidden = "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })";
    await page.addInitScript(hidden);
    await page.goto(`${site.origin}/`);
    await run("delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))");
    await expectSentOnce(['/']);
  });

  test('sends the referrer only with the first page', async () => {
    await page.goto(`${site.origin}/?utm_source=chatgpt.com&user=ann`);
    await run("history.pushState(null, '', '/guide')");
    await expectSentOnce(['/', '/guide']);
    const rows = await collector.api.db.selectFrom('view').select('referrer').orderBy('referrer').execute();
    expect(rows.map(({ referrer }) => referrer === null)).toEqual([false, true]);
  });

  test('counts neither a page in a frame nor one that a script fetches', async () => {
    // The page counts as loaded once its frame is loaded, and the script of the frame has run by then.
    await page.goto(`${site.origin}/framing`);
    await run("fetch('/guide').then((answer) => answer.text())");
    await expectSentOnce(['/framing']);
  });

  test.each(['/guides/next.js', '/reference/package.json/', '/wiki/Node.js', '/guide.md.txt', '/openapi.yaml'])(
    'counts a page whose address ends like a file, because it runs the script: %s',
    async (path) => {
      await page.goto(`${site.origin}${path}`);
      await expectSentOnce([path.replace(/\/$/, '')]);
    },
  );

  test('counts a page with two scripts once', async () => {
    await page.goto(`${site.origin}/twice`);
    await expectSentOnce(['/twice']);
  });
});

describe.each([
  ['with the Navigation API', ''],
  ['without it', 'delete window.navigation'],
])('a site of one page, %s', (_name, prepare) => {
  beforeEach(async () => {
    await page.addInitScript(prepare);
    await page.goto(`${site.origin}/`);
  });

  test('counts one view for each navigation', async () => {
    await run("history.pushState(null, '', '/a')");
    await run("history.pushState(null, '', '/b?x=1')");
    await run("history.replaceState(null, '', '/c')");
    await page.goBack();
    await page.goForward();
    await expectSentOnce(['/', '/a', '/b', '/c', '/a', '/c']);
  });

  test('counts no view for a change within the page', async () => {
    await run("history.replaceState({ scroll: 10 }, '')");
    await run("history.pushState(null, '', '#section')");
    await run("history.pushState(null, '', '?filter=x')");
    await run("location.hash = 'other'");
    await page.goBack();
    await expectSentOnce(['/']);
  });

  test('does not change how the site’s own history works', async () => {
    const state = await run(`(() => {
      history.pushState({ a: 1 }, '', '/a');
      try {
        history.pushState(null, '', 'https://elsewhere.example/');
      } catch (error) {
        return [history.state, error.name];
      }
    })()`);
    expect(state).toEqual([{ a: 1 }, 'SecurityError']);
    await expectSentOnce(['/', '/a']);
  });
});

describe('a reader who does not want to be counted', () => {
  test.each([
    ['Do Not Track', "Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })"],
    ['Global Privacy Control', "Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })"],
  ])('%s', async (_name, prepare) => {
    await page.addInitScript(prepare);
    await page.goto(`${site.origin}/`);
    await run("history.pushState(null, '', '/a')");
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
    expect(await collector.views()).toEqual([]);
  });

  test('the script stores nothing in the browser', async () => {
    await page.goto(`${site.origin}/`);
    await expectSentOnce(['/']);
    expect(await context.cookies()).toEqual([]);
    expect(await run('localStorage.length + sessionStorage.length')).toBe(0);
  });
});

test('pages of another origin are not counted, and still work', async () => {
  const elsewhere = site.origin.replace('127.0.0.1', 'localhost');
  await page.goto(`${elsewhere}/`);
  await page.waitForLoadState('networkidle');
  await expect.poll(async () => await collector.health()).toMatchObject({ 'refused:origin_not_allowed': 1 });
  expect(await collector.views()).toEqual([]);
});

test.each(['the origin', 'the project'])('a view that is refused because of %s is not sent again', async (what) => {
  await page.clock.install();
  if (what === 'the project') {
    const absent = (url: string) => url.replace(collector.api.project.id, absentProjectId);
    await page.route('**/v1/collect/**', async (route) => await route.continue({ url: absent(route.request().url()) }));
  }
  const origin = what === 'the origin' ? site.origin.replace('127.0.0.1', 'localhost') : site.origin;
  const answered = page.waitForResponse('**/v1/collect/**');
  await page.goto(`${origin}/`);
  expect((await answered).status()).toBe(what === 'the origin' ? 403 : 404);
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(60_000);
  await page.goto('about:blank');
  expect(sent).toHaveLength(1);
});

test('a view is sent again after a proxy’s error for an absent server', async () => {
  let failures = 0;
  await page.route('**/v1/collect/**', async (route) => {
    failures += 1;
    if (failures > 1) return await route.continue();
    await route.fulfill({ status: 502, body: 'Bad Gateway' });
  });
  await page.goto(`${site.origin}/`);
  await expectViews(['/']);
  expect(failures).toBe(2);
});

test('views that do not arrive are sent again, and count once', async () => {
  let failures = 0;
  await page.route('**/v1/collect/**', async (route) => {
    failures += 1;
    if (failures === 1) return await route.abort('connectionrefused');
    if (failures > 2) return await route.continue();
    // The server counted the view, and its response was lost.
    await route.fetch();
    await route.fulfill({ status: 503, headers: { 'access-control-allow-origin': site.origin } });
  });
  await page.goto(`${site.origin}/`);
  await expectViews(['/']);
  await expect.poll(() => failures, { timeout: 15_000 }).toBe(3);
  await expect.poll(async () => await collector.health()).toMatchObject({ accepted: 1, duplicate: 1 });
});

test('a view that did not arrive is sent once more when the reader leaves', async () => {
  let failed = false;
  await page.route('**/v1/collect/**', async (route) => {
    if (failed) return await route.continue();
    failed = true;
    await route.abort('connectionrefused');
  });
  const refused = page.waitForEvent('requestfailed');
  await page.goto(`${site.origin}/`);
  await refused;
  await page.goto('about:blank');
  await expectViews(['/']);
});

interface Site {
  origin: string;
  close(): Promise<void>;
}

/** A site whose every page has the script, and nothing else of Copydesk's. */
async function startSite(desk: () => string, projectId: string): Promise<Site> {
  const tag = () => `<script defer src="${desk()}/script.js" data-project="${projectId}"></script>`;
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const extra: Record<string, string> = {
      '/leaves-at-once': `${tag().replace(' defer', '')}<script>location.href = '/guide'</script>`,
      '/twice': tag(),
      '/framing': '<iframe src="/guide"></iframe>',
    };
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    response.writeHead(pathname === '/missing' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Site</title>${tag()}${extra[pathname] ?? ''}<a href="/guide">Guide</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
