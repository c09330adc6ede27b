import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';

/** A server of the rig on a loopback port. */
export interface Listening {
  url: string;
  close: () => Promise<void>;
}

export async function listen(handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const listener: RequestListener = (request, response) => {
    // The caller may be dead by now.
    response.on('error', () => {});
    handler(request, response).catch(() => response.destroy());
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The port is not known.');
  const listening: Listening = {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return listening;
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  return await json(request);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends the beginning of a response, and then nothing. */
export function cutOff(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy());
}
