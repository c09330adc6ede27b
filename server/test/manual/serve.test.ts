import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsFolder } from '../../src/manual/folder.ts';
import { manualPages } from '../../src/manual/routes.ts';
import { expectProblem, startApi } from '../http/support/api.ts';
import type { Reply, TestApi } from '../http/support/api.ts';

let api: TestApi;
const get = async (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  await api.send('GET', path, { key: null, headers });
const html = { accept: 'text/html' };
const markdown = { accept: 'text/markdown' };

/** Requests a path as a browser does, which always gets a page. */
async function page(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const reply = await fetch(`http://127.0.0.1:${api.port}${path}`, { headers: html });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

beforeAll(async () => {
  api = await startApi({ plugins: [manualPages(docsFolder())] });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a page is HTML, with its title, its description and the link to its Markdown', async () => {
  const reply = await get('/docs/installing', html);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.headers.get('vary')).toContain('Accept');
  expect(reply.text).toContain('<title>Installing · Docs · Copydesk</title>');
  expect(reply.text).toContain('<meta name="description" content="Install Copydesk by npm');
  expect(reply.text).toContain('<link rel="alternate" type="text/markdown" href="/docs/installing.md" />');
  expect(reply.text).toMatch(/<a href="\/docs\/installing"\s+aria-current="page">Installing<\/a>/);
  expect(reply.text).toContain('<a href="/docs/import#following">');
});

test.each(['/docs', '/docs/installing', '/docs/reference/projects', '/docs/search?q=key', '/docs/nothing-is-here'])(
  '%s contains no inline script and no inline style',
  async (path) => {
    const { text, headers } = await page(path);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(text.match(/\sstyle="|<style|\son\w+="|<script(?! type="module" src="\/assets\/)/g)).toBeNull();
  },
);

test('a page is Markdown at its address with .md, and for clients that accept it as much as HTML', async () => {
  const twin = await get('/docs/installing.md');
  expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(twin.text).toMatch(/^# Installing\n/);
  expect(twin.headers.get('link')).toBe('</docs/installing>; rel="canonical"; type="text/html"');
  for (const accept of ['text/markdown', 'text/markdown, text/html;q=0.9', 'text/html, text/markdown, */*;q=0.1']) {
    const reply = await get('/docs/installing', { accept });
    expect([accept, reply.text]).toEqual([accept, twin.text]);
    expect(reply.headers.get('vary')).toContain('Accept');
  }
  for (const accept of ['text/html', '*/*', 'text/html, text/markdown;q=0.5', 'text/markdown;q=0, text/html']) {
    expect([accept, (await get('/docs/installing', { accept })).headers.get('content-type')]).toEqual([
      accept,
      'text/html; charset=utf-8',
    ]);
  }
  expect((await get('/docs', markdown)).text).toBe((await get('/docs/index.md')).text);
  expect((await get('/docs/reference/agent-jobs', markdown)).text).toMatch(/^# API: Agent jobs\n/);
});

test.each(['/docs/api', '/docs/api.md', '/llms.txt', '/docs/llms-full.txt', '/docs/pictures/job-dark.png'])(
  '%s is answered 304 without content when it has not changed',
  async (path) => {
    const first = await get(path, html);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    const second = await get(path, { ...html, 'if-none-match': tag });
    expect([second.status, second.text]).toEqual([304, '']);
  },
);

test.each([
  ['/docs/', '/docs'],
  ['/docs/index', '/docs'],
  ['/docs/installing/', '/docs/installing'],
  ['/docs/installing.html', '/docs/installing'],
  ['/docs/reference/projects.html', '/docs/reference/projects'],
])('%s leads to %s', async (path, expected) => {
  const reply = await fetch(`http://127.0.0.1:${api.port}${path}`, { redirect: 'manual', headers: html });
  expect([reply.status, reply.headers.get('location')]).toEqual([301, expected]);
});

test('an unknown address suggests what may be meant, to people and to programs', async () => {
  const near = await page('/docs/instaling');
  expect(near.status).toBe(404);
  expect(near.text).toMatch(/<a href="\/docs\/installing">Installing<\/a>: Install Copydesk by npm/);
  expect(expectProblem(await get('/docs/instaling'), 'route_not_found').detail).toContain(
    '/docs/installing may be meant',
  );
  for (const path of [
    '/docs/pictures/none.png',
    '/docs/pictures/..%2fapi.md',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%00',
  ]) {
    expectProblem(await get(path), 'route_not_found');
  }
  expectProblem(await api.send('POST', '/docs/api', { key: null }), 'method_not_allowed');
});

test('search results are a page for people, and JSON for the script', async () => {
  const found = await page('/docs/search?q=revoke+%3Ckey%3E');
  expect(found.text).toContain('<a href="/docs/reference/api-keys#revoke-an-api-key">Revoke an API key</a>');
  expect(found.text).toContain('value="revoke &lt;key&gt;"');
  const { json } = await get('/docs/search?q=systemd');
  const first = { kind: 'page', title: 'systemd', href: '/docs/installing#systemd' };
  expect(json).toEqual({ hits: expect.arrayContaining([expect.objectContaining(first)]) });
  expect(json).toHaveProperty('hits.0.href', first.href);
  expect((await get('/docs/search', html)).text).toContain('The search finds words by their beginnings');
  expect((await get('/docs/search?q=xyzzyplugh', html)).text).toContain('Nothing contains “<bdi>xyzzyplugh</bdi>”');
  expect((await get(`/docs/search?q=${'%22%5B'.repeat(500)}`)).json).toEqual({ hits: [] });
});

test('the lists for models contain every page, and each address in them returns Markdown', async () => {
  const { text } = await get('/llms.txt');
  expect(text).toMatch(/^# Copydesk\n\n> Copydesk edits documentation/);
  const addresses = [...text.matchAll(/^- \[.+?\]\((https:\/\/desk\.example\.com\/docs\/\S+\.md)\): .+\.$/gm)].map(
    ([, address = '']) => address.replace('https://desk.example.com', ''),
  );
  expect(addresses.length).toBeGreaterThan(50);
  const whole = (await get('/docs/llms-full.txt')).text;
  for (const address of addresses) {
    const reply = await get(address);
    expect([address, reply.headers.get('content-type')]).toEqual([address, 'text/markdown; charset=utf-8']);
    expect(whole).toContain(reply.text.trim());
  }
  expect((await get('/docs/llms.txt')).text).toBe(text);
});
