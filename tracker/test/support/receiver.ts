import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** A view as received. */
export interface ReceivedView {
  id: string;
  url?: string;
  path?: string;
  timestamp: number;
  userAgent?: string;
  referrer?: string;
  status?: number;
  headers: Record<string, string>;
  ip?: string;
}

/** A request as received. */
interface Received {
  target: string;
  authorization: string | undefined;
  body: string;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  /** Every request, whatever its response. */
  requests: Received[];
  /** The views of requests that were answered 202, in the order of arrival, including repeated ones. */
  views: ReceivedView[];
  /** How each request is answered from now on: by a status, or by cutting the connection. */
  answer: Reply;
}

interface Reply {
  status: number | 'cut';
  headers?: Record<string, string>;
  body?: string;
}

/** A real HTTP server in place of Copydesk's, which by default counts everything. */
export async function openReceiver(): Promise<Receiver> {
  const received: Omit<Receiver, 'url' | typeof Symbol.asyncDispose> = {
    requests: [],
    views: [],
    answer: { status: 202 },
  };
  const server = createServer((request, response) => void receive(received, request, response));
  const { url, close } = await listen(server);
  return Object.assign(received, { url, [Symbol.asyncDispose]: close });
}

async function receive(
  received: Omit<Receiver, 'url' | typeof Symbol.asyncDispose>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  received.requests.push({
    target: `${request.method} ${request.url}`,
    authorization: request.headers.authorization,
    body,
  });
  const { status, headers, body: reply } = received.answer;
  if (status === 'cut') return void response.destroy();
  if (status === 202) received.views.push(...(JSON.parse(body) as ReceivedView[]));
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(reply ?? '{}');
}
