import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';
import { rawConnection } from '../support/raw.ts';

const docsPages = (): Set<string> => new Set(['/wiki/Vue.js']);

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector({ views: { docsPages } });
});
afterAll(async () => await collector[Symbol.asyncDispose]());

const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('a request with a key', () => {
  test('stores one event', async () => {
    const before = await collector.views();
    const event = { url: 'https://docs.example.com/one/', userAgent: chrome, headers: navigation };
    const reply = await collector.sendWithKey(event);
    expect(reply.status).toBe(202);
    expect(reply.json).toEqual({ accepted: 1, duplicates: 0, dropped: [] });
    expect((await collector.views()).slice(before.length)).toEqual(['/one human']);
  });

  test('accounts for each event of a batch', async () => {
    const id = randomUUID();
    const reply = await collector.sendWithKey([
      { id, path: '/batch' },
      { path: '/main.css' },
      { id: id.toUpperCase(), path: '/batch' },
      { path: '/batch', timestamp: '1999-12-31T23:59:59Z' },
      { path: '/batch', status: 404 },
    ]);
    expect(reply.json).toEqual({
      accepted: 2,
      duplicates: 1,
      dropped: [
        { index: 1, reason: 'not_a_page', detail: expect.any(String) },
        { index: 3, reason: 'ancient', detail: expect.any(String) },
      ],
    });
  });

  test('counts a path with a file ending if the docs have that page', async () => {
    const before = await collector.views();
    const events = ['/wiki/Vue.js', '/wiki/React.js'].map((path) => ({ path, userAgent: chrome }));
    const reply = await collector.sendWithKey(events);
    expect(reply.json).toMatchObject({ accepted: 1, dropped: [{ index: 1, reason: 'not_a_page' }] });
    expect((await collector.views()).slice(before.length)).toEqual(['/wiki/Vue.js human']);
  });

  test('counts a path with a file ending if a browser navigated to it, and drops it without such evidence', async () => {
    const paths = ['/guides/next.js', '/wiki/Node.js', '/guide.md.txt', '/openapi.json', '/openapi.yaml'];
    const before = await collector.views();
    const navigated = paths.map((path) => ({ path, userAgent: chrome, headers: navigation }));
    const reply = await collector.sendWithKey([
      ...navigated,
      { path: '/reference/package.json/', userAgent: chrome },
      ...paths.map((path) => ({ path, userAgent: chrome })),
      { path: '/guides/next.js', userAgent: 'GPTBot/1.3', headers: { accept: '*/*' }, contentType: 'text/html' },
    ]);
    expect(reply.json).toMatchObject({ accepted: 7, dropped: paths.map(() => ({ reason: 'not_a_page' })) });
    expect((await collector.views()).slice(before.length).toSorted()).toEqual(
      [...paths.map((path) => `${path} human`), '/reference/package.json human', '/guides/next.js ai'].toSorted(),
    );
  });

  test('counts one navigation with 20 prefetches of a person as one view', async () => {
    const before = await collector.views();
    const ahead = { accept: '*/*', 'sec-fetch-dest': 'empty', RSC: '1', 'Next-Router-Prefetch': '1' };
    const links = Array.from({ length: 20 }, (_, link) => `https://docs.example.com/link/${link}?_rsc=1a2b3`);
    const reply = await collector.sendWithKey([
      { url: 'https://docs.example.com/linking', userAgent: chrome, headers: navigation },
      ...links.map((url) => ({ url, userAgent: chrome, headers: ahead })),
      { url: links[0], userAgent: chrome },
      { url: links[0], userAgent: 'GPTBot/1.3' },
    ]);
    const reasons = (reply.json as { dropped: { reason: string }[] }).dropped.map(({ reason }) => reason);
    expect(reasons).toEqual([...links.map(() => 'prefetch'), 'not_navigation']);
    expect((await collector.views()).slice(before.length).toSorted()).toEqual(['/link/0 ai', '/linking human']);
  });

  test('accepts an empty batch', async () => {
    expect((await collector.sendWithKey([])).json).toEqual({ accepted: 0, duplicates: 0, dropped: [] });
  });

  test('accepts 1,000 events, in a body of more than 256 KiB', async () => {
    const userAgent = 'x'.repeat(400);
    const events = Array.from({ length: 1_000 }, (_, index) => ({ path: `/thousand/${index % 10}`, userAgent }));
    expect((await collector.sendWithKey(events)).json).toEqual({ accepted: 1_000, duplicates: 0, dropped: [] });
  });

  test('counts an id once, however often it is sent', async () => {
    const event = { id: randomUUID(), path: '/again' };
    const replies = await Promise.all(Array.from({ length: 5 }, async () => await collector.sendWithKey(event)));
    const accepted = replies.filter(({ json }) => (json as { accepted: number }).accepted === 1);
    expect(accepted).toHaveLength(1);
    expect((await collector.views()).filter((view) => view.startsWith('/again '))).toHaveLength(1);
  });

  test('accepts nulls and unknown fields', async () => {
    const unknown = { id: null, path: null, timestamp: null, userAgent: null, referrer: null, status: null };
    const event = { ...unknown, url: 'https://docs.example.com/x', headers: null, ip: null, colour: 'red' };
    expect((await collector.sendWithKey(event)).json).toMatchObject({ accepted: 1 });
  });

  test('identifies the reader by headers in any case', async () => {
    const headers = { ACCEPT: ['text/markdown', 'text/html;q=0.5'], 'User-Agent': 'axios/1.8.4' };
    await collector.sendWithKey({ path: '/for-agents', headers });
    expect(await collector.views()).toContain('/for-agents ai');
  });

  test('takes the reader from the body', async () => {
    await collector.sendWithKey({ path: '/by-bot', userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect(await collector.views()).toContain('/by-bot bot');
  });
});

describe('a request without a key, from a page of the site', () => {
  test('stores one event, as text or as JSON', async () => {
    for (const type of ['text/plain;charset=UTF-8', 'application/json', 'TEXT/plain']) {
      const reply = await collector.sendFromBrowser({ url: 'https://docs.example.com/browser' }, { type });
      expect(reply.status).toBe(202);
      expect(reply.json).toEqual({ accepted: 1, duplicates: 0, dropped: [] });
      expect(reply.headers.get('access-control-allow-origin')).toBe('https://docs.example.com');
      expect(reply.headers.get('vary')).toBe('Origin');
    }
    expect((await collector.views()).filter((view) => view === '/browser human')).toHaveLength(3);
  });

  test('counts a page whose address ends like a file, from a request that is not a navigation', async () => {
    const headers = { accept: '*/*', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'no-cors' };
    await collector.sendFromBrowser({ url: 'https://docs.example.com/reference/package.json/' }, { headers });
    expect(await collector.views()).toContain('/reference/package.json human');
  });

  test('takes the reader from the request, not from the body', async () => {
    const forged = { userAgent: 'Googlebot/2.1', headers: { 'user-agent': 'ClaudeBot/1.0' }, ip: '192.0.2.7' };
    await collector.sendFromBrowser({ url: 'https://docs.example.com/forged', ...forged });
    expect(await collector.views()).toContain('/forged human');
    await collector.sendFromBrowser({ url: 'https://docs.example.com/agent' }, { userAgent: 'GPTBot/1.2' });
    expect(await collector.views()).toContain('/agent ai');
  });

  test('takes the referrer from the body, since the request comes from the page itself', async () => {
    const headers = { referer: 'https://docs.example.com/linked' };
    const event = { url: 'https://docs.example.com/linked', referrer: 'https://news.example.org/' };
    await collector.sendFromBrowser(event, { headers });
    await collector.sendFromBrowser({ url: event.url }, { headers: { referer: 'https://docs.example.net/' } });
    const rows = await collector.api.db
      .selectFrom('view_referrer')
      .select('host')
      .where('project_id', '=', collector.api.project.number)
      .execute();
    expect(rows.map(({ host }) => host)).toContain('news.example.org');
    expect(rows.map(({ host }) => host)).not.toContain('docs.example.net');
  });
});

test('accepts a signed request with an absolute target, as proxies send it', async () => {
  await using atPort = await startCollector({ baseUrl: 'https://desk.example.com:8443' });
  using connection = await rawConnection(atPort.api.port);
  const body = '{"url":"https://docs.example.com/signed"}';
  connection.send(
    `POST https://desk.example.com:8443${atPort.path} HTTP/1.1\r\nHost: desk.example.com:8443\r\n` +
      `Origin: https://docs.example.com\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n` +
      `User-Agent: ${chrome}\r\nSignature-Agent: "https://chatgpt.com"\r\nSignature: sig1=:AA==:\r\n` +
      `Signature-Input: sig1=("@authority");tag="web-bot-auth"\r\n\r\n${body}`,
  );
  expect((await connection.reply()).status).toBe(202);
  expect(await atPort.views()).toEqual(['/signed ai']);
});

test('stores and logs no address and no user agent of a person', async () => {
  const { api } = collector;
  const ip = '198.51.100.77';
  const userAgent = `${chrome} Unmistakable/77.0`;
  await collector.sendWithKey({ url: 'https://docs.example.com/private', userAgent, headers: navigation, ip });
  const tables = await api.db.introspection.getTables();
  const dumps = await Promise.all(tables.map(async ({ name }) => await dump(name)));
  expect(dumps.join('\n')).toContain('/private');
  for (const place of [...dumps, ...api.log]) {
    expect(place).not.toContain(ip);
    expect(place).not.toContain('Macintosh; Intel');
  }
});

async function dump(table: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`select row::text as text from ${sql.table(table)} row`.execute(
    collector.api.db,
  );
  return rows.map(({ text }) => text).join('\n');
}
