import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';

/** Opens silent connections from a local address, and records what the server sends on those that it closes. */
async function openAll({ port }: TestApi, count: number, localAddress: string) {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
  const open = new Set<Socket>(sockets);
  for (const socket of sockets) socket.on('error', () => {}).once('close', () => open.delete(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map(async (socket) => await once(socket, 'connect')));
  return { sockets, open };
}

async function isServed({ port }: TestApi, localAddress: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
  socket.write('GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
  socket.destroy();
  return String(first).startsWith('HTTP/1.1 ');
}

test('a network may open half of the connections, and more when it closes some', async () => {
  await using api = await startApi({ limits: { connections: 12 } });
  const { sockets, open } = await openAll(api, 9, '127.0.0.1');
  await expect.poll(() => open.size).toBe(6);
  expect(await isServed(api, '127.0.0.1')).toBe(false);
  for (const socket of sockets.slice(0, 6)) socket.destroy();
  await expect.poll(async () => await isServed(api, '127.0.0.1')).toBe(true);
  expect(api.log.join('')).toContain('too many are open; the last came from 127.0.0.1');
});

test('connections of a trusted proxy are not limited as those of one network', async () => {
  await using api = await startApi({ limits: { connections: 12 }, trustedProxies: ['127.0.0.0/24'] });
  const { open } = await openAll(api, 11, '127.0.0.1');
  expect(await isServed(api, '127.0.0.1')).toBe(true);
  expect(open.size).toBe(11);
});

test.runIf(process.platform === 'linux')('where all are taken, whoever has the most gives way to others', async () => {
  await using api = await startApi({ limits: { connections: 12 } });
  const many = await openAll(api, 6, '127.0.0.2');
  const more = await openAll(api, 6, '127.0.0.3');
  expect([many.open.size, more.open.size]).toEqual([6, 6]);
  for (const address of ['127.0.0.4', '127.0.0.5', '127.0.0.4']) expect(await isServed(api, address)).toBe(true);
  expect(many.open.size + more.open.size).toBeLessThan(12);
  expect(many.open.size + more.open.size).toBeGreaterThan(7);
});

test('a client that disconnects before it is admitted is not logged as a bug', async () => {
  await using api = await startApi();
  const gone = Array.from({ length: 20 }, async () => {
    const socket = connect({ port: api.port, host: '127.0.0.1' }).on('error', () => {});
    await once(socket, 'connect');
    socket.write('GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy());
    await once(socket, 'close');
  });
  await Promise.all(gone);
  expect(await isServed(api, '127.0.0.1')).toBe(true);
  expect(api.log.filter((line) => line.includes('because of a bug'))).toEqual([]);
});
