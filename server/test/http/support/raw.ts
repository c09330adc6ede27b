import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A reply as received over the wire. */
export interface RawReply {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** A connection for what fetch cannot send: incomplete requests, wrong lengths, two headers with one name. */
export interface RawConnection extends Disposable {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** Returns all received text as soon as it meets `condition`. */
  until(condition: (received: string) => boolean): Promise<string>;
  /** Returns the next final reply, by its Content-Length. Skips 100 Continue. */
  reply(): Promise<RawReply>;
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>;
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  let received = '';
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    change();
  });
  // Some of the tests wait for a reset after the reply; `closed` reports it.
  socket.on('error', change);
  socket.on('close', () => {
    onClosed();
    change();
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  const until = async (condition: (text: string) => boolean) => {
    while (!condition(received)) {
      if (socket.destroyed) throw new Error(`The connection was closed after ${JSON.stringify(received)}`);
      await changed.promise;
    }
    return received;
  };
  return {
    socket,
    closed,
    send: (bytes) => void socket.write(bytes),
    until,
    async reply() {
      const text = await until((one) => completeReply(one) !== undefined);
      const { reply, end } = completeReply(text) ?? { reply: { status: 0, headers: {}, body: '' }, end: 0 };
      received = received.slice(end);
      return reply;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

function completeReply(text: string): { reply: RawReply; end: number } | undefined {
  if (text.startsWith('HTTP/1.1 100')) {
    const start = text.indexOf('\r\n\r\n') + 4;
    const rest = completeReply(text.slice(start));
    return rest && { reply: rest.reply, end: rest.end + start };
  }
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const end = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (text.length < end) return undefined;
  return { reply: { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(headEnd + 4, end) }, end };
}
