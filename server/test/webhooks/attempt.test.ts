import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { secretBox } from '../../src/secrets/box.ts';
import { attemptDelivery } from '../../src/webhooks/attempt.ts';
import type { SendingServices } from '../../src/webhooks/attempt.ts';
import { purposeOf } from '../../src/webhooks/webhook.ts';
import { certificate, key } from '../support/tls.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

const box = secretBox(async () => Buffer.alloc(32, 7));
const webhookId = `whk_${'0'.repeat(22)}`;
const services: SendingServices = {
  box,
  allowed: privateNetworks(['127.0.0.0/8']),
  lookup: async () => [{ address: '127.0.0.1' }],
  jobUrl: () => 'https://desk.test/job',
  jobPage: () => 'https://desk.test/page',
  reportAddresses: () => ({ url: 'https://desk.test/report', page: 'https://desk.test/report-page' }),
  version: '1.2.3',
  now: () => new Date(),
  timeoutMilliseconds: 1_000,
};
const goOn = new AbortController().signal;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterEach(() => {
  receiver.answer = (_request, response) => void response.writeHead(204).end();
});
afterAll(() => receiver[Symbol.asyncDispose]());

async function attempt(url: string, change: Partial<SendingServices> = {}, signal = goOn) {
  const sealedSecret = await box.seal('whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSE=', purposeOf(webhookId));
  const payload = { type: 'test', timestamp: '2026-01-05T09:30:00.000Z', data: { id: webhookId, projectId: 'prj_1' } };
  const delivery = { id: 'msg_1', webhookId, projectId: 'prj_1', payload, attempt: 1, url, sealedSecret };
  return await attemptDelivery({ ...services, ...change }, delivery, signal);
}

test('a 2xx reply is a success', async () => {
  expect(await attempt(receiver.url)).toEqual({ result: 'delivered', status: 204, error: null });
  expect(receiver.received.at(-1)?.body).toBe(
    `{"type":"test","timestamp":"2026-01-05T09:30:00.000Z","data":{"id":"${webhookId}","projectId":"prj_1"}}`,
  );
});

test('an attempt without a reply is given up', async () => {
  receiver.answer = () => {};
  expect(await attempt(receiver.url, { timeoutMilliseconds: 300 })).toMatchObject({
    result: 'failed',
    status: null,
    error: expect.stringMatching(/no answer within/),
  });
});

test('a receiver that sends headers slowly, or sends nothing, is given up', async () => {
  for (const dribble of [true, false]) {
    await using trickle = await rawReceiver((socket) => {
      if (dribble) socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => dribble && socket.write('X-A: b\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await attempt(trickle.url, { timeoutMilliseconds: 300 })).toMatchObject({ result: 'failed', status: null });
    await trickle.closed;
  }
});

test('an endless series of 103 responses does not count as a reply', async () => {
  await using chatter = await rawReceiver((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  expect(await attempt(chatter.url, { timeoutMilliseconds: 300 })).toMatchObject({ result: 'failed', status: null });
});

test('only the beginning of a reply of a gigabyte is read, and the connection is closed', async () => {
  const whole = 1024 ** 3;
  const closed = Promise.withResolvers<void>();
  const flow = flowOf(whole);
  receiver.answer = (_request, response) => {
    response.writeHead(500, { 'content-length': whole }).on('close', closed.resolve);
    Readable.from(flow.chunks()).pipe(response);
  };
  const outcome = await attempt(receiver.url);
  await closed.promise;
  const error = expect.stringMatching(/^The receiver answered 500 and said: x{199}…$/);
  expect(outcome).toMatchObject({ result: 'failed', status: 500, error });
  expect(flow.taken()).toBeLessThan(whole / 50);
});

test('a reply whose body arrives slowly counts by its status', async () => {
  receiver.answer = (_request, response) => void response.writeHead(200, { 'content-length': 100 }).write('thank');
  expect(await attempt(receiver.url, { timeoutMilliseconds: 30_000 })).toMatchObject({
    result: 'delivered',
    status: 200,
  });
});

test('the text of a reply is stored as one plain line', async () => {
  receiver.answer = (_request, response) => void response.writeHead(500).end('<b>\u001b[2J\r\n\0no\u202e</b>');
  expect((await attempt(receiver.url)).error).toBe('The receiver answered 500 and said: <b> [2J no </b>');
});

test('a redirect is a failure, and is not followed', async () => {
  await using inside = await startReceiver();
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer = (_request, response) => void response.writeHead(status, { location: inside.url }).end();
    expect(await attempt(receiver.url)).toMatchObject({
      result: 'failed',
      status,
      error: expect.stringContaining('not followed'),
    });
  }
  expect(inside.received).toEqual([]);
});

test('a private address gets no request, whatever name leads to it', async () => {
  const before = receiver.received.length;
  const closed = { allowed: privateNetworks([]) };
  const secure = receiver.url.replace('http:', 'https:');
  for (const url of [secure, secure.replace('127.0.0.1', '0x7f.1'), secure.replace('127.0.0.1', 'hooks.example.com')]) {
    expect(await attempt(url, closed)).toMatchObject({
      result: 'failed',
      status: null,
      error: expect.stringContaining('not public'),
    });
  }
  expect(receiver.received).toHaveLength(before);
});

test('a name is resolved once, so that the connection uses the checked address', async () => {
  let asked = 0;
  const lookup = async () => [{ address: (asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2' }];
  const url = receiver.url.replace('127.0.0.1', 'rebinding.example');
  expect(await attempt(url, { lookup, allowed: privateNetworks(['127.0.0.1']) })).toMatchObject({
    result: 'delivered',
  });
  expect(asked).toBe(1);
  expect(receiver.received.at(-1)?.headers.host).toBe(`rebinding.example:${receiver.port}`);
});

test('nothing is sent to a name with a public and a private address', async () => {
  const outcome = await attempt('https://hooks.example.com/', {
    lookup: async () => [{ address: '8.8.8.8' }, { address: '127.0.0.1' }],
    allowed: privateNetworks([]),
  });
  expect(outcome).toMatchObject({ result: 'failed', error: expect.stringContaining('not public') });
});

test('a name server that hangs is given up', async () => {
  const change = { lookup: () => new Promise<never>(() => {}), timeoutMilliseconds: 100 };
  expect(await attempt('https://hooks.example.com/', change)).toMatchObject({
    error: expect.stringMatching(/no answer within/),
  });
});

test('over https the certificate must match the name, though the address is already resolved', async () => {
  await using secure = await startReceiver({ key, cert: certificate });
  const named = (host: string) => secure.url.replace('127.0.0.1', host);
  expect(await attempt(named('files.example'), { ca: certificate })).toMatchObject({ result: 'delivered' });
  expect((await attempt(named('other.example'), { ca: certificate })).error).toMatch(/does not match/);
  expect((await attempt(named('files.example'))).error).toMatch(/self-signed/);
  expect(secure.received).toHaveLength(1);
});

test('a refused connection and a reply that is not HTTP are reported', async () => {
  await using nonsense = await rawReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  expect((await attempt(nonsense.url)).error).toMatch(/^The request failed: /);
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();
  expect((await attempt(gone.url)).error).toMatch(/connection was refused/);
});

test('a secret that cannot be opened is reported, and nothing is sent', async () => {
  const before = receiver.received.length;
  const outcome = await attempt(receiver.url, { box: secretBox(async () => Buffer.alloc(32, 8)) });
  expect(outcome.error).toMatch(/^Nothing was sent: the signing secret cannot be read\. .*another key/);
  expect(receiver.received).toHaveLength(before);
});

test('a signal aborts an attempt, without an outcome', async () => {
  const end = new AbortController();
  receiver.answer = () => end.abort();
  await expect(attempt(receiver.url, {}, end.signal)).rejects.toThrow('aborted');
});

/** A server that controls the socket itself once something was sent to it. */
async function rawReceiver(speak: (socket: Socket) => void) {
  const closed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Some of the tests wait for a sender that disconnects midway.
    socket.on('error', () => {}).on('close', closed.resolve);
    socket.once('data', () => speak(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A stream of so many bytes, which counts those that were read. */
function flowOf(bytes: number): { chunks: () => Generator<Buffer>; taken: () => number } {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let taken = 0;
  return {
    taken: () => taken,
    *chunks() {
      for (; taken < bytes; taken += chunk.length) yield chunk;
    },
  };
}
