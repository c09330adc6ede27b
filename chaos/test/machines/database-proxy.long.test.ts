import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabaseProxy } from '../../src/machines/database-proxy.ts';

/** A server that echoes everything, and the proxy to it. */
async function world() {
  const server = createServer((socket) => void socket.on('error', () => {}).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const proxy = await openDatabaseProxy({ host: '127.0.0.1', port });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  const connect = async () => {
    const socket = createConnection(proxy.port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  return { proxy, connect };
}

test('data passes until the network is cut, and then nothing passes and no error occurs', async () => {
  const { proxy, connect } = await world();
  const old = await connect();
  old.write('one');
  expect(String((await once(old, 'data'))[0])).toBe('one');
  proxy.cut();
  const fresh = await connect();
  const heard: unknown[] = [];
  for (const socket of [old, fresh]) for (const event of ['data', 'close']) socket.on(event, () => heard.push(event));
  old.write('two');
  fresh.write('three');
  await setTimeout(200);
  expect(heard).toEqual([]);
});

test('after the network is restored, new connections work and earlier ones are closed', async () => {
  const { proxy, connect } = await world();
  const old = await connect();
  proxy.cut();
  const silent = await connect();
  const closed = Promise.all([once(old, 'close'), once(silent, 'close')]);
  proxy.restore();
  await closed;
  const fresh = await connect();
  fresh.write('four');
  expect(String((await once(fresh, 'data'))[0])).toBe('four');
  fresh.destroy();
});
