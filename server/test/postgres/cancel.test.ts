import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cancelStatement } from '../../src/postgres/backend.ts';

test('after a cancellation the server closes the connection, not the client', async () => {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = Promise.withResolvers<Socket>();
  server.once('connection', connected.resolve);
  cancelStatement({ processID: 7, secretKey: 9, host: '127.0.0.1', port });
  const socket = await connected.promise;
  const reported: string[] = [];
  socket.on('end', () => reported.push('the asker has closed'));
  const request: Buffer[] = [];
  socket.on('data', (bytes) => request.push(bytes));
  await expect.poll(() => Buffer.concat(request).length).toBe(16);
  // A pooler first forwards the request.
  await setTimeout(200);
  reported.push('the pooler closes');
  socket.end();
  await once(socket, 'close');
  server.close();
  expect(Buffer.concat(request).toString('hex')).toBe('0000001004d2162e0000000700000009');
  expect(reported).toEqual(['the pooler closes', 'the asker has closed']);
});
