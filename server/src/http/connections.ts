import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openRoster } from './rooms/roster.ts';

/** The connections of a server, for closing it without breaking off what is under way. */
export interface Connections {
  /** From now on closes every connection that has nothing under way; all that are left after the time. */
  beginClosing(timeoutMilliseconds: number): void;
  /** To be called when a reply is done. */
  replied(): void;
}

/**
 * Node's own close waits, as long as they stay open, for connections that were busy when it began and have become idle
 * since, and for those over which nothing was ever sent: browsers and fetch open some in advance.
 */
export function connectionsOf(server: Server): Connections {
  const sockets = openRoster<Socket>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    socket.once('close', sockets.add(socket));
  });
  return {
    beginClosing(timeoutMilliseconds) {
      closing = true;
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      setTimeout(() => server.closeAllConnections(), timeoutMilliseconds).unref();
    },
    replied() {
      // Only after this turn of the loop Node counts the connection as idle.
      if (closing) setImmediate(() => server.closeIdleConnections());
    },
  };
}
