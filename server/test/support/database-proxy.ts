import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Connection } from '../../src/postgres/connection.ts';

/** A proxy to the database that can be made to misbehave. */
export interface DatabaseProxy extends AsyncDisposable {
  connection: Connection;
  /** From now on, open connections stay open and pass no data either way; new connections work as before. */
  hush: () => void;
  /** From now on, new connections are accepted but get no answer, until it is called with false. */
  muteNew: (isMute: boolean) => void;
  /** Breaks the open connections. */
  reset: () => void;
  /** The number of connections made so far. */
  made: () => number;
}

export async function databaseProxy(to: Connection): Promise<DatabaseProxy> {
  const open = new Set<{ near: Socket; far: Socket | undefined }>();
  let isMute = false;
  let made = 0;
  const server = createServer((near) => {
    made += 1;
    const far = isMute ? undefined : connectTo(to);
    const pair = { near, far };
    open.add(pair);
    near.on('error', () => {});
    near.on('close', () => {
      far?.destroy();
      open.delete(pair);
    });
    if (far === undefined) return;
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port');
  return {
    connection: { ...to, host: '127.0.0.1', port: address.port },
    hush() {
      for (const { near, far } of open) {
        near.removeAllListeners('data').resume();
        far?.removeAllListeners('data').resume();
      }
    },
    muteNew: (mute) => void (isMute = mute),
    reset() {
      for (const { near } of open) near.resetAndDestroy();
    },
    made: () => made,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const { near } of open) near.destroy();
      await closed;
    },
  };
}

function connectTo({ host, port }: Connection): Socket {
  return host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host);
}
