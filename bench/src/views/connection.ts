import { once } from 'node:events';
import { connect } from 'node:net';

export interface Answer {
  status: number;
  body: string;
}

/** One keep-alive connection that sends a request when the previous one is answered. */
export interface Connection {
  /** Sends the bytes of a whole request. The response must state its length. */
  send: (...request: (Buffer | string)[]) => Promise<Answer>;
  /** Whether the server has kept it open. */
  isOpen: () => boolean;
  close: () => void;
}

/** Opens a connection on a plain socket, since a client that does less work can measure more of the server. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.setNoDelay(true);
  let received = '';
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const answer = readAnswer(received);
    if (answer === undefined) return;
    received = '';
    waiting?.resolve(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error(`The connection was closed before its answer: ${received}`)));
  return {
    async send(...request) {
      // A write to a closed socket reports nothing, so its answer would be awaited for ever.
      if (!socket.writable) throw new Error('The connection is closed');
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting = { resolve, reject };
      socket.cork();
      for (const piece of request) socket.write(piece);
      socket.uncork();
      return await promise;
    },
    isOpen: () => socket.writable,
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}

/** Returns undefined while the response is incomplete. */
function readAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`The answer does not tell its length: ${text.slice(0, 500)}`);
  if (text.length < end + 4 + length) return undefined;
  return { status: Number(text.slice(9, 12)), body: text.slice(end + 4) };
}

/** Returns the head of a POST, up to the length of its body. */
export function postHead(url: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${lines.join('')}content-length: `;
}
