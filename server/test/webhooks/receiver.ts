import { once } from 'node:events';
import http from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A real receiver of webhooks on a loopback port. */
export interface Receiver extends AsyncDisposable {
  url: string;
  port: number;
  received: Received[];
  /** How it answers from now on; 204 by default. Called when a request was received completely. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
}

export async function startReceiver(tls?: { key: string; cert: string }): Promise<Receiver> {
  const listener: RequestListener = (request, response) => void take(request, response);
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    port,
    received: [],
    answer: (_request, response) => void response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    receiver.received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body });
    receiver.answer(request, response);
  };
  return receiver;
}
