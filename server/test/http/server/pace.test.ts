import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpPlugin } from '../../../src/http/services.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    plugins: [takesAnything],
    limits: {
      headersTimeoutMilliseconds: 200,
      bodyTimeoutMilliseconds: 200,
      replyUnreadMilliseconds: 200,
      leastBytesPerSecond: 100_000_000,
    },
  });
});
afterAll(async () => await api[Symbol.asyncDispose]());

/**
 * Passes bodies on as they arrive, as git over HTTP does, and answers with more than any system buffers for a client.
 */
const takesAnything: HttpPlugin = (app) => {
  app.addContentTypeParser('*', async () => undefined);
  app.post('/swallow', async (request) => {
    await finished(request.raw.resume());
    return 'swallowed';
  });
  app.get('/much', { compress: false }, async () => Buffer.alloc(20_000_000));
};

const post = 'Host: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n12345';

test.each([
  ['nothing at all', ''],
  ['a head that does not end', 'GET / HTTP/1.1\r\nHost: x\r\nX: '],
])('a client that sends %s gets an answer and is disconnected', async (_name, bytes) => {
  using connection = await rawConnection(api.port);
  connection.send(bytes);
  expect(await connection.reply()).toMatchObject({ status: 408 });
  await connection.closed;
});

test('a client that stops within a streamed body is disconnected', async () => {
  using connection = await rawConnection(api.port);
  connection.send(`POST /swallow HTTP/1.1\r\n${post}`);
  await connection.closed;
  expect(api.log.filter((line) => line.includes('because of a bug'))).toEqual([]);
});

test('a client that was refused and does not send the rest is disconnected', async () => {
  using connection = await rawConnection(api.port);
  connection.send(`POST /v2/agent/prj_x/job HTTP/1.1\r\n${post}`);
  expect(await connection.reply()).toMatchObject({ status: 401, headers: { connection: 'keep-alive' } });
  await connection.closed;
});

test('a client that does not read is disconnected', async () => {
  using connection = await rawConnection(api.port);
  connection.socket.pause();
  const taken = accepted();
  connection.send('GET /much HTTP/1.1\r\nHost: x\r\n\r\n');
  const socket = await taken;
  if (!socket.destroyed) await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
});

test('a client that keeps sending may take longer than the timeout', async () => {
  await using steady = await startApi({
    plugins: [takesAnything],
    limits: { bodyTimeoutMilliseconds: 100, leastBytesPerSecond: 100 },
  });
  using connection = await rawConnection(steady.port);
  connection.send('POST /swallow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n');
  for (let count = 0; count < 10; count += 1) {
    connection.send('x'.repeat(100));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await connection.reply()).toMatchObject({ status: 200 });
});

/** Returns the server's side of the connection of the next request. */
async function accepted(): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  api.app.server.once('request', ({ socket }: IncomingMessage) => resolve(socket));
  return await promise;
}
