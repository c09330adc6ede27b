import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v2/agent/${api.project.id}/job`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('takes a body of 256 KiB, and refuses one byte more', async () => {
  const body = '{"prompt":"x"}'.padEnd(256 * 1024, ' ');
  const headers = { 'content-type': 'application/json' };
  expect((await api.send('POST', path, { body, headers })).status).toBe(201);
  expectProblem(await api.send('POST', path, { body: `${body} `, headers }), 'payload_too_large');
});

test('refuses a large body so that the client can read the reply', async () => {
  const body = Buffer.alloc(8 * 1024 * 1024, ' ');
  const reply = await api.send('POST', path, { body, headers: { 'content-type': 'application/json' } });
  expectProblem(reply, 'payload_too_large');
});

test('refuses a Content-Length that is too large at once, before any of the body', async () => {
  using connection = await rawConnection(api.port);
  connection.send(head('Content-Length: 999999999'));
  const reply = await connection.reply();
  expect(reply).toMatchObject({ status: 413, headers: { connection: 'close' } });
});

test('stops reading chunks at the limit, and closes the connection', async () => {
  using connection = await rawConnection(api.port);
  connection.send(head('Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  for (let count = 0; count < 5; count += 1) connection.send(chunk);
  expect(await connection.reply()).toMatchObject({ status: 413, headers: { connection: 'close' } });
  await connection.closed;
});

test('a client that waits for 100 Continue is refused before it sends anything', async () => {
  using connection = await rawConnection(api.port);
  connection.send(head('Content-Length: 300000\r\nExpect: 100-continue'));
  const received = await connection.until((text) => text.includes('\r\n\r\n'));
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
});

test('a client that waits for 100 Continue gets it if its body is accepted', async () => {
  using connection = await rawConnection(api.port);
  connection.send(head('Content-Length: 14\r\nExpect: 100-continue'));
  expect(await connection.until((text) => text.includes('\r\n\r\n'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  connection.send('{"prompt":"x"}');
  expect((await connection.reply()).status).toBe(201);
});

function head(headers: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.adminKey}\r\n` +
    `Content-Type: application/json\r\n${headers}\r\n\r\n`
  );
}
