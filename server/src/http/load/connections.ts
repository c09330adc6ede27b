import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openRoster } from '../rooms/roster.ts';

/** The connections of a server, for closing it without interrupting requests in progress. */
export interface Connections {
  /**
   * From now on, closes every connection that has no request in progress. After the timeout, closes all that are left.
   */
  beginClosing(timeoutMilliseconds: number): void;
  /** Must be called when a reply is finished. */
  replied(): void;
}

/**
 * Needed because Node's own close waits for two kinds of connections as long as they stay open: those that were busy
 * when it began and have become idle since, and those over which nothing was ever sent. Browsers and fetch open some of
 * the latter in advance.
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
      // Node counts the connection as idle only after this iteration of the event loop.
      if (closing) setImmediate(() => server.closeIdleConnections());
    },
  };
}
