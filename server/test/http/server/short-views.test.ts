import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteOrigin, startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';
import { rawConnection } from '../support/raw.ts';
import type { RawConnection, RawReply } from '../support/raw.ts';

let collector: Collector;
let parsedByNode = 0;
beforeAll(async () => {
  collector = await startCollector({
    trustedProxies: ['127.0.0.1'],
    limits: { headersTimeoutMilliseconds: 300 },
  });
  collector.api.app.server.on('request', () => (parsedByNode += 1));
});
afterAll(async () => await collector[Symbol.asyncDispose]());
beforeEach(async () => await collector.clear());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const event = (path: string): string => JSON.stringify({ id: randomUUID(), url: `${siteOrigin}${path}` });

interface Sent {
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

function post({ path = collector.path, headers, body = event('/a') }: Sent = {}): string {
  const all = {
    Host: 'views.example.com',
    Origin: siteOrigin,
    'User-Agent': firefox,
    'Sec-Fetch-Mode': 'cors',
    'Content-Type': 'text/plain;charset=UTF-8',
    'Content-Length': String(Buffer.byteLength(body, 'latin1')),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Opens a connection on which Node has answered once, so that the next request may be taken whole. */
async function spokenWith(): Promise<RawConnection> {
  const connection = await rawConnection(collector.api.port);
  connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await connection.reply()).toMatchObject({ status: 200 });
  // The client reads the reply a moment before the server has finished with it.
  await setTimeout(20);
  return connection;
}

/** Sends the same request in two pieces, which Node's parser must join. */
async function sendInPieces(connection: RawConnection, request: string): Promise<void> {
  const bytes = Buffer.from(request, 'latin1');
  connection.send(bytes.subarray(0, 30));
  await setTimeout(30);
  connection.send(bytes.subarray(30));
}

/** Returns what is equal in two replies to the same request. */
function comparable({ status, headers, body }: RawReply) {
  const { 'x-request-id': id, date, ...others } = headers;
  expect(id).toMatch(/^req_[\da-f-]{36}$/);
  expect(Date.parse(date ?? '')).toBeGreaterThan(Date.now() - 5_000);
  return { status, headers: others, body: body.replaceAll(/req_[\da-f-]{36}/g, 'req_…') };
}

describe('a request gets the same answer whether it arrives whole or in pieces', () => {
  test.each<[string, number, () => Sent]>([
    ['a view', 202, () => ({})],
    ['two views', 202, () => ({ body: `[${event('/a')},${event('/b')}]` })],
    ['a view that is dropped', 202, () => ({ body: event('/main.css') })],
    ['no JSON', 400, () => ({ body: '{' })],
    ['nothing', 400, () => ({ body: '' })],
    ['a field that is wrong', 400, () => ({ body: '{"url":7}' })],
    ['no UTF-8', 400, () => ({ body: '{"url":"\u00e9"}' })],
    ['another origin', 403, () => ({ headers: { Origin: 'https://elsewhere.example' } })],
    ['another project', 404, () => ({ path: '/v1/collect/prj_000000000000' })],
    ['a form', 415, () => ({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })],
    ['a compressed body', 415, () => ({ headers: { 'Content-Encoding': 'gzip' } })],
  ])('%s', async (_name, status, sent) => {
    const before = parsedByNode;
    using whole = await spokenWith();
    using pieces = await spokenWith();
    whole.send(Buffer.from(post(sent()), 'latin1'));
    await sendInPieces(pieces, post(sent()));
    const [taken, parsed] = [await whole.reply(), await pieces.reply()];
    // Node parsed the request in pieces and not the whole one; each connection has also requested the health before.
    expect(parsedByNode - before).toBe(3);
    expect(taken.status).toBe(status);
    expect(comparable(taken)).toEqual(comparable(parsed));
  });
});

test('requests of one connection are answered in their order, whichever reader handles them', async () => {
  using connection = await spokenWith();
  const statuses = [];
  for (let round = 0; round < 3; round += 1) {
    connection.send(post());
    connection.send('GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
    connection.send(post({ body: '{' }));
    for (let count = 0; count < 3; count += 1) statuses.push((await connection.reply()).status);
  }
  expect(statuses).toEqual([202, 404, 400, 202, 404, 400, 202, 404, 400]);
  expect(await collector.views()).toHaveLength(3);
});

test('bytes of a request that look like another one are not handled as a request', async () => {
  using connection = await spokenWith();
  // The head of the first request ends in the second piece, whose first line is the value of the head's last header.
  connection.send('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nX-Long: ');
  await setTimeout(30);
  connection.send(post());
  expect(await connection.reply()).toMatchObject({ status: 400 });
  expect(await collector.views()).toEqual([]);

  using other = await spokenWith();
  const inside = post();
  other.send(`POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: ${inside.length}\r\n\r\n`);
  await setTimeout(30);
  other.send(inside);
  expect(await other.reply()).toMatchObject({ status: 404 });
  expect(await collector.views()).toEqual([]);
});

test('a connection with only views stays open for longer than the limit for headers', async () => {
  using connection = await spokenWith();
  for (let count = 0; count < 8; count += 1) {
    connection.send(post());
    expect(await connection.reply()).toMatchObject({ status: 202 });
    await setTimeout(100);
  }
  expect(await collector.views()).toHaveLength(8);
});

test('the sender’s address is read from a trusted proxy', async () => {
  using connection = await spokenWith();
  for (const address of ['198.51.100.7', '198.51.100.8', '198.51.100.7, 127.0.0.1', '2001:db8::1']) {
    connection.send(post({ headers: { 'X-Forwarded-For': address } }));
    expect(await connection.reply()).toMatchObject({ status: 202 });
  }
  const visitors = await collector.api.db
    .selectFrom('view')
    .select(({ fn }) => fn.count('visitor').distinct().as('count'))
    .executeTakeFirstOrThrow();
  expect(visitors).toEqual({ count: 3 });
});

test('closing waits for requests in progress', async () => {
  await using own = await startCollector();
  using connection = await rawConnection(own.api.port);
  connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await connection.reply();
  await setTimeout(20);
  const arrived = once(own.api.app.server, 'connection');
  using other = await rawConnection(own.api.port);
  await arrived;
  connection.send(post({ path: own.path }));
  other.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  // As soon as the server has read the request: it is counted one turn of the event loop later, at the earliest.
  await other.reply();
  const closed = own.api.app.close();
  expect(await connection.reply()).toMatchObject({ status: 202 });
  await closed;
  await connection.closed;
});
