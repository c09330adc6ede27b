import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from '../network/http-module.ts';
import type { Metrics } from './metrics.ts';

/** A metrics collector keeps a connection or two open. */
const mostConnections = 50;

/** Returns the server of `/metrics`, which has a port of its own and does not listen yet. */
export function metricsServer(metrics: Pick<Metrics, 'read'>): Server {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    void answer(metrics, request, response);
  });
  server.maxConnections = mostConnections;
  return server;
}

async function answer(
  metrics: Pick<Metrics, 'read'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const plain = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  if (request.url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404, plain).end('Metrics are at /metrics.\n');
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...plain, allow: 'GET, HEAD' }).end('Ask with GET.\n');
  } else {
    const { text, contentType } = await metrics.read();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  }
}
