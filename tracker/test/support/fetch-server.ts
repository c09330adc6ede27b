import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** What Hono's adapter for Node passes to a handler besides the request. */
export interface NodeBindings {
  incoming: IncomingMessage;
}

type Handler = (request: Request, bindings: NodeBindings) => Response | Promise<Response>;

/** Serves a fetch-style handler by node:http, as the adapters of Hono and others do. */
export async function serveFetch(handler: Handler): Promise<{ url: string; close: () => Promise<void> }> {
  return await listen(createServer((request, response) => void answer(handler, request, response)));
}

async function answer(handler: Handler, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, { method: incoming.method, headers });
  const answered = await handler(request, { incoming });
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}
