import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { setProject } from '../../../src/projects/project.ts';
import { testBrowser } from '../../support/browser.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let browser: TestBrowser;
let site: Site;
beforeAll(async () => {
  api = await startApi();
  site = await startSite(`http://127.0.0.1:${api.port}`, api.project.id);
  await setProject(api.db, api.project.id, { origins: [site.origin] });
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await api[Symbol.asyncDispose]();
});

const rows = async () =>
  await api.db
    .selectFrom('feedback')
    .select(['path', 'helpful', 'comment', 'contact', 'code', 'code_place as place', 'source'])
    .orderBy('id')
    .execute();

/** Opens a page, and records what it may not do: errors, and what the policy has blocked. */
async function open(path: string): Promise<{ page: Page; faults: string[] } & AsyncDisposable> {
  await api.db.deleteFrom('feedback').execute();
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(site.origin + path);
  await page.waitForSelector('copydesk-feedback button');
  return { page, faults, [Symbol.asyncDispose]: async () => await page.close() };
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const Faults = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

async function faultsByAxe(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const found = Faults.parse(await page.evaluate('axe.run("copydesk-feedback").then(({ violations }) => violations)'));
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('the script has at most 2 KB on the wire, and no comments', async () => {
  const reply = await api.send('GET', '/feedback.js', { key: null });
  expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(gzipSync(reply.text).length).toBeLessThanOrEqual(2_048);
  expect(reply.text).not.toMatch(/^\s*\/\//m);
});

test('the form works with the keyboard alone, on a plain page with a strict policy, without a cookie', async () => {
  await using opened = await open('/plain');
  const { page, faults } = opened;
  expect(await faultsByAxe(page)).toEqual([]);
  await press(page, 'Tab', 'Tab', 'Enter');
  await expect.poll(rows).toMatchObject([{ path: '/plain', helpful: false, comment: '', source: 'thumbs_only' }]);
  expect(await page.evaluate('document.activeElement.localName')).toBe('textarea');
  expect(await faultsByAxe(page)).toEqual([]);
  await page.waitForTimeout(1_100);
  await page.keyboard.type('No word of Windows');
  await press(page, 'Tab');
  await page.keyboard.type('ann@example.com');
  await press(page, 'Tab', 'Enter');
  const expected = { helpful: false, comment: 'No word of Windows', contact: 'ann@example.com', source: 'contextual' };
  await expect.poll(rows).toMatchObject([expected]);
  await expect.poll(async () => await page.textContent('[role=status]')).toBe('Thank you.');
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('status');
  expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length].join()')).toBe(',0,0');
  expect(await faultsByAxe(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a sample of code is reported with its place', async () => {
  await using opened = await open('/plain');
  const { page, faults } = opened;
  await page.getByRole('button', { name: 'Report a code sample' }).click();
  await page.getByLabel('Which sample?').selectOption({ label: 'npm install acme' });
  expect(await faultsByAxe(page)).toEqual([]);
  await page.getByLabel('What is wrong with it?').fill('The package has another name');
  await page.waitForTimeout(1_100);
  await page.getByRole('button', { name: 'Send' }).click();
  const code = { source: 'code_snippet', code: 'npm install acme\nacme --help', place: 'Install', helpful: null };
  await expect.poll(rows).toMatchObject([{ ...code, comment: 'The package has another name' }]);
  expect(faults).toEqual([]);
});

test('a single-page application shows the form again for each address', async () => {
  await using opened = await open('/app/one');
  const { page, faults } = opened;
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect.poll(rows).toMatchObject([{ path: '/app/one', helpful: true }]);
  await page.click('text=Next');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect.poll(rows).toMatchObject([{ path: '/app/one' }, { path: '/app/two', helpful: false }]);
  await page.goBack();
  await expect.poll(async () => await page.getByRole('button', { name: 'Yes' }).isVisible()).toBe(true);
  expect(faults).toEqual([]);
});

test('an element that a framework creates later and moves shows one form', async () => {
  await using opened = await open('/late');
  const { page, faults } = opened;
  await page.evaluate('document.body.prepend(document.querySelector("copydesk-feedback"))');
  expect(await page.getByRole('button', { name: 'Oui' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Oui' }).click();
  await expect.poll(rows).toMatchObject([{ path: '/late', helpful: true }]);
  expect(faults).toEqual([]);
});

test('if the project does not accept feedback, the reader sees an error', async () => {
  await using opened = await open('/plain');
  const { page } = opened;
  await setProject(api.db, api.project.id, { origins: [] });
  // As long as origins are cached.
  await page.waitForTimeout(1_100);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByLabel('What could be better?').fill('All of it');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => await page.textContent('[role=status]')).toBe('It could not be sent.');
  expect(await rows()).toEqual([]);
  await setProject(api.db, api.project.id, { origins: [site.origin] });
});

interface Site {
  origin: string;
  close: () => Promise<void>;
}

const bodies: Record<string, string> = {
  '/plain':
    '<main><h1>Plain</h1><h2>Install</h2><pre>npm install acme\nacme --help</pre><h2>Run</h2><pre>acme run</pre>' +
    '<copydesk-feedback contact code></copydesk-feedback></main>',
  '/late': '<main><h1>Late</h1></main>',
};

const app =
  '<main><h1>App</h1><a href="/app/two">Next</a><copydesk-feedback></copydesk-feedback></main><script src="/app.js"></script>';

const programs: Record<string, string> = {
  '/app.js': `document.querySelector('a').onclick = (event) => {
    event.preventDefault();
    history.pushState(null, '', '/app/two');
  };`,
  '/late.js': `addEventListener('load', () => {
    const element = document.createElement('copydesk-feedback');
    element.setAttribute('yes', 'Oui');
    document.querySelector('main').append(element);
  });`,
};

/** A site with a policy that allows only the server's script and nothing inline. */
async function startSite(desk: string, projectId: string): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const program = programs[pathname];
    if (program !== undefined) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(program);
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    const policy = `default-src 'none'; script-src ${desk} 'self'; connect-src ${desk}`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    const late = pathname === '/late' ? '<script src="/late.js"></script>' : '';
    response.end(
      `<!doctype html><html lang="en"><title>Site</title><script defer src="${desk}/feedback.js" data-project="${projectId}"></script>` +
        `${bodies[pathname] ?? app}${late}`,
    );
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
