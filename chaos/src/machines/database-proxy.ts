import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Connection } from '../../../server/src/postgres/connection.ts';

/** Forwards the connections of one machine to the database, on a loopback port. */
export interface DatabaseProxy {
  port: number;
  /** Drops everything silently from now on: open connections stay open, and new ones are accepted. */
  cut: () => void;
  /** Restores the connection, but breaks the connections that were open. */
  restore: () => void;
  close: () => Promise<void>;
}

export async function openDatabaseProxy(to: Pick<Connection, 'host' | 'port'>): Promise<DatabaseProxy> {
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    keep(near, socket);
    if (isCut) return void socket.resume();
    const other = keep(far, connectTo(to));
    socket.pipe(other).on('close', () => socket.destroy());
    other.pipe(socket).on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy of the database has no port.');
  return {
    port: address.port,
    cut() {
      isCut = true;
      for (const socket of [...near, ...far]) socket.unpipe().resume();
    },
    restore() {
      isCut = false;
      for (const socket of [...near, ...far]) socket.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of [...near, ...far]) socket.destroy();
      await closed;
    },
  };
}

function keep(set: Set<Socket>, socket: Socket): Socket {
  set.add(socket);
  socket.on('error', () => {}).on('close', () => set.delete(socket));
  return socket;
}

function connectTo({ host, port }: Pick<Connection, 'host' | 'port'>): Socket {
  return host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host);
}
