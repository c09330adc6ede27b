import { expect } from 'vitest';
import { key, projectId } from './options.ts';
import type { ReceivedView, Receiver } from './receiver.ts';

/**
 * The pages of every site in these tests. The style sheet, the data and the missing page are served in each framework's
 * own way.
 */
export const pages = {
  '/guide': { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Guide</title><h1>Guide</h1>' },
  '/guide.md': { type: 'text/markdown; charset=utf-8', body: '# Guide\n' },
  // Ends like a file name, but is a page.
  '/guides/next.js': { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Next.js</title>' },
  '/style.css': { type: 'text/css; charset=utf-8', body: 'h1 { color: navy }' },
  '/api/data': { type: 'application/json; charset=utf-8', body: '{"data":1}' },
};

export const missingPage = { type: 'text/html; charset=utf-8', body: '<h1>Not here</h1>' };

const chrome = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const document = {
  'user-agent': chrome,
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'de',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  cookie: 'session=hunter2',
  authorization: 'Basic aHVudGVyMg==',
};

/** Requests of a browser and of an agent; `status` is set when the request is a view. */
const requests: { target: string; init: RequestInit; status?: number }[] = [
  {
    target: '/guide?token=hunter2&utm_source=chatgpt.com',
    init: { headers: { ...document, referer: 'https://chatgpt.com/c/1?q=hunter2' } },
    status: 200,
  },
  { target: '/style.css', init: { headers: { 'user-agent': chrome, 'sec-fetch-dest': 'style' } } },
  {
    target: '/api/data',
    init: { headers: { 'user-agent': chrome, accept: 'application/json', 'sec-fetch-dest': 'empty' } },
  },
  {
    target: '/guide.md',
    init: { headers: { 'user-agent': 'axios/1.8.4', accept: 'text/markdown, */*' } },
    status: 200,
  },
  { target: '/guides/next.js', init: { headers: document }, status: 200 },
  { target: '/guide?_rsc=1a2b3', init: { headers: { 'user-agent': chrome, rsc: '1', 'sec-fetch-dest': 'empty' } } },
  { target: '/absent', init: { headers: document }, status: 404 },
  { target: '/guide', init: { headers: { ...document, 'sec-purpose': 'prefetch' } } },
  { target: '/guide', init: { method: 'HEAD', headers: document } },
];

/**
 * Checks what every middleware guarantees its site: while Copydesk is unavailable, the site answers like one without a
 * tracker; once Copydesk is available again, it has each view exactly once, and nothing that a reader entrusted to the
 * site.
 * @param statuses whether the middleware knows the status.
 */
export async function expectTracked(
  { tracked, plain }: { tracked: string; plain: string },
  receiver: Receiver,
  { statuses = true }: { statuses?: boolean } = {},
): Promise<ReceivedView[]> {
  receiver.answer = { status: 'cut' };
  for (const { target, init } of requests) {
    expect(await answerOf(tracked + target, init)).toEqual(await answerOf(plain + target, init));
  }
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await answerOf(tracked + '/guide', { method: 'HEAD' })).toEqual(
    await answerOf(plain + '/guide', { method: 'HEAD' }),
  );

  receiver.answer = { status: 202 };
  const expected = requests.filter(({ status }) => status !== undefined);
  await expect.poll(() => receiver.views.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(expected.length);
  const views = [...receiver.views];
  expect(views.map(({ url, status }) => [url, status])).toEqual(
    expected.map(({ target, status }) => [
      `${tracked}${target.replace('token=hunter2&', '')}`,
      statuses ? status : undefined,
    ]),
  );
  expect(new Set(views.map(({ id }) => id)).size).toBe(views.length);
  expect(views[0]).toMatchObject({
    userAgent: chrome,
    referrer: 'https://chatgpt.com/c/1',
    headers: { accept: document.accept, 'accept-language': 'de', 'sec-fetch-dest': 'document' },
  });
  expect(views[1]).toMatchObject({ userAgent: 'axios/1.8.4', headers: { accept: 'text/markdown, */*' } });
  expectNoSecrets(receiver);
  return views;
}

function expectNoSecrets(receiver: Receiver): void {
  for (const { target, authorization, body } of receiver.requests) {
    expect([target, authorization]).toEqual([`POST /v1/collect/${projectId}`, `Bearer ${key}`]);
    expect(body).not.toMatch(/hunter2|aHVudGVyMg|cookie|authorization/i);
  }
}

/** Returns a response except for what depends on the time and the connection. */
async function answerOf(url: string, init: RequestInit) {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const headers = [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
  return { status: response.status, headers, body: await response.text() };
}
