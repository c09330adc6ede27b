import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Clients that start to send a form, and never finish. */
export interface SlowBodies {
  /** Returns how many were started so far: each one that the server disconnects is followed by another. */
  begun: () => number;
  stop: () => void;
}

/** Keeps the given number of connections open, each in the middle of a request without a key. */
export function startSlowBodies(url: string, count: number): SlowBodies {
  const { hostname, port, host } = new URL(url);
  const head =
    `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nkey=';
  const sockets = new Set<Socket>();
  let begun = 0;
  let isStopped = false;
  const begin = (): void => {
    if (isStopped) return;
    begun += 1;
    const socket = connect(Number(port), hostname, () => socket.write(head));
    sockets.add(socket);
    // A client that is answered or disconnected comes back, but not at once: 500 clients that only reconnect would be
    // another attack.
    socket.on('data', () => socket.destroy()).on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(begin, 100);
    });
  };
  for (let number = 0; number < count; number += 1) begin();
  return {
    begun: () => begun,
    stop() {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
