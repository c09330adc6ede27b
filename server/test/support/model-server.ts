import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A request that the server received. */
export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** As received over the wire. */
  text: string;
  body: Record<string, unknown>;
}

/** A response as providers document it; a `stream` is sent piece by piece. */
export interface ModelReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  stream?: string[];
  /** How a stream ends: normally, by a reset of the connection, or never. */
  end?: 'close' | 'reset' | 'silence';
}

export interface ModelServer extends AsyncDisposable {
  url: string;
  requests: ModelRequest[];
  /** The response to the next requests. */
  reply: (request: ModelRequest) => ModelReply;
  /** Resolves when a client leaves a stream before its end. */
  left: Promise<void>;
}

const Body = z.record(z.string(), z.unknown());

/** A server on loopback that answers every request as the test says. */
export async function modelServer(reply: ModelServer['reply'] = () => ({ status: 500 })): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const left = Promise.withResolvers<void>();
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const sent = await text(incoming);
    const body = Body.safeParse(JSON.parse(sent === '' ? '{}' : sent)).data ?? {};
    const request = { path: incoming.url ?? '', headers: incoming.headers, text: sent, body };
    requests.push(request);
    send(outgoing, host.reply(request));
  };
  const server = createServer((incoming, outgoing) => {
    outgoing.on('close', () => outgoing.writableFinished || left.resolve());
    void take(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
  const host: ModelServer = {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    reply,
    left: left.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return host;
}

function send(outgoing: ServerResponse, { status = 200, headers = {}, body, stream, end = 'close' }: ModelReply): void {
  if (stream === undefined) {
    const type = typeof body === 'string' ? 'text/html' : 'application/json';
    outgoing.writeHead(status, { 'content-type': type, ...headers });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    return;
  }
  outgoing.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
  outgoing.flushHeaders();
  const rest = [...stream];
  const next = (): void => {
    const piece = rest.shift();
    if (piece !== undefined) outgoing.write(piece, next);
    else if (end === 'close') outgoing.end();
    // What was written is sent before the connection is destroyed.
    else if (end === 'reset') setImmediate(() => outgoing.destroy());
  };
  next();
}
