import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpPlugin } from '../../../src/http/services.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

const atWork = { now: 0, most: 0 };

/** Counts the requests in progress. */
const counts: HttpPlugin = (app) => {
  app.get<{ Params: { number: string } }>('/counts/:number', async ({ params }) => {
    atWork.now += 1;
    atWork.most = Math.max(atWork.most, atWork.now);
    await setTimeout(1);
    atWork.now -= 1;
    return `number ${params.number};`;
  });
};

let api: TestApi;
// Each connection of a proxy has its own turns, as each network has.
const options = { plugins: [counts], trustedProxies: ['127.0.0.1'], limits: { headersTimeoutMilliseconds: 60_000 } };
beforeAll(async () => (api = await startApi(options)));
afterAll(async () => await api[Symbol.asyncDispose]());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('pipelined requests are handled one after the other, and answered in their order', async () => {
  using connection = await rawConnection(api.port);
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  connection.send(numbers.map((number) => get(`/counts/${number}`)).join(''));
  const text = await connection.until((received) => received.includes('number 199;'));
  expect([...text.matchAll(/number (\d+);/g)].map(([, number]) => Number(number))).toEqual(numbers);
  expect(atWork.most).toBe(1);
});

test('a body with many pipelined requests behind it is read completely', async () => {
  using connection = await rawConnection(api.port);
  const body = JSON.stringify({ prompt: 'x'.repeat(30_000) });
  const head = `POST /v2/agent/${api.project.id}/job HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.adminKey}\r\n`;
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  connection.send(head + length + body + get('/counts/1').repeat(50) + head + length + body + get('/counts/last'));
  const text = await connection.until((received) => received.includes('number last;'));
  expect(text.match(/HTTP\/1.1 201 /g)).toHaveLength(2);
  expect(text.match(/number 1;/g)).toHaveLength(50);
});

const tinyChunks = () =>
  `POST /v2/agent/${api.project.id}/job HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.adminKey}\r\n` +
  `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(5_000)}`;

test.each([
  ['chunks of one byte', tinyChunks, 1],
  ['requests one behind the other', () => get('/healthz').repeat(1_000), 1_000],
])('while a hundred connections send %s, another client is answered before them', async (_name, bytesOf, requests) => {
  const bytes = bytesOf();
  const connections = await Promise.all(Array.from({ length: 100 }, async () => await rawConnection(api.port)));
  let answered = 0;
  for (const connection of connections) {
    connection.socket.on(
      'data',
      (chunk: Buffer) => (answered += chunk.toString('latin1').split('HTTP/1.1 ').length - 1),
    );
    connection.send(bytes);
  }
  await Promise.all(connections.map(async ({ socket }) => await new Promise((resolve) => socket.write('', resolve))));
  using other = await rawConnection(api.port);
  other.send(get('/healthz'));
  expect(await other.reply()).toMatchObject({ status: 200 });
  expect(answered).toBeLessThan((100 * requests) / 4);
  for (const connection of connections) connection[Symbol.dispose]();
});
