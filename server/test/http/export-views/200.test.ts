import { ViewsResult } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/postgres/database.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';
import { countViews, viewsOf } from '../support/views.ts';

let api: TestApi;
let path: string;

/** So many that the export reads many chunks, more than the buffers of the sockets at both ends take. */
const pages = 5_000;

const padding = '/'.padEnd(1_900, 'x');

beforeAll(async () => {
  api = await startApi();
  path = `/v1/analytics/${api.project.id}/views/export`;
  await countViews(
    api,
    [
      ...Array.from({ length: pages }, (_, place) => viewsOf(`${padding}/${place}`, { person: 1, claude: place % 2 })),
      viewsOf('=1', { cursor: 1 }),
    ].flat(),
  );
});
afterAll(async () => await api[Symbol.asyncDispose]());

const get = async (query = '', accept = 'text/csv') =>
  await api.send('GET', `${path}${query}`, { headers: { accept } });

test('JSON is one result with every page, in the order of the page views', async () => {
  const whole = ViewsResult.parse((await get('', 'application/json')).json);
  expect(whole.views).toHaveLength(pages + 1);
  expect(whole.hasMore).toBe(false);
  const seen: ViewsResult['views'] = [];
  for (let offset = 0; offset <= pages; offset += 250) {
    const reply = await api.send('GET', `/v1/analytics/${api.project.id}/views?limit=250&offset=${offset}`);
    const { totals, views } = ViewsResult.parse(reply.json);
    expect(whole.totals).toEqual(totals);
    seen.push(...views);
  }
  expect(whole.views).toEqual(seen);
});

test('CSV and JSON lines hold the same rows', async () => {
  const { views } = ViewsResult.parse((await get('', 'application/json')).json);
  const csv = await get();
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('copydesk-totals')).toBe(`human=${pages}, ai=${pages / 2 + 1}, total=${pages * 1.5 + 1}`);
  const records = views.map((view) => [view.path.replace(/^=/, "'="), view.human, view.ai, view.total].join(','));
  expect(csv.text).toBe(['path,human,ai,total', ...records, ''].join('\r\n'));
  const lines = await get('', 'application/x-ndjson');
  expect(lines.headers.get('vary')).toBe('Accept, accept-encoding');
  expect(
    lines.text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(views);
});

test('takes the range and the filters', async () => {
  expect((await get('?agent=Cursor')).text).toBe("path,human,ai,total\r\n'=1,0,1,1\r\n");
  expect((await get('?dateTo=2026-11-20')).text).toBe('path,human,ai,total\r\n');
  expect((await get('?dateTo=2026-11-20', 'application/json')).json).toEqual({
    totals: { human: 0, ai: 0, total: 0 },
    views: [],
    hasMore: false,
  });
});

test('HEAD reports the totals without reading pages', async () => {
  const reply = await api.send('HEAD', path);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('copydesk-totals')).toContain('total=');
  expect(reply.text).toBe('');
});

test('a client that stops reading is disconnected and frees its place, and so does one that disconnects', async () => {
  await using strict = await startApi({ db: api.db, limits: { exportIdleMilliseconds: 1_500, apiRequests: 1 } });
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.adminKey}\r\n\r\n`;
  const statusOfAnother = async () =>
    (await strict.send('HEAD', `/v1/analytics/${api.project.id}/views`, { key: api.adminKey })).status;
  using idle = await rawConnection(strict.port);
  idle.socket.pause();
  idle.send(request);
  await expect.poll(statusOfAnother).toBe(503);
  await expect.poll(statusOfAnother, { timeout: 20_000 }).toBe(200);
  {
    using gone = await rawConnection(strict.port);
    gone.socket.once('data', () => gone.socket.destroy());
    gone.send(request);
    await gone.closed;
  }
  await expect.poll(statusOfAnother).toBe(200);
});

test('an export that fails midway is aborted, so that it does not look complete', async () => {
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(api.db);
  const connection = { ...inject('postgres'), ...rows[0] };
  const db = openDatabase({ connection, maximumConnections: 2, applicationName: 'test' });
  await using failing = await startApi({ db });
  using client = await rawConnection(failing.port);
  client.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.adminKey}\r\n\r\n`);
  await client.until((text) => text.includes('HTTP/1.1 200'));
  client.socket.pause();
  await db.destroy();
  client.socket.resume();
  await client.closed;
  await expect(client.until((text) => text.endsWith('\r\n0\r\n\r\n'))).rejects.toThrow('was closed');
  expect(failing.log.join('')).not.toContain(api.adminKey.slice(5, 20));
});
