import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';

/** A request to the API of a stand-in. */
export interface Asked {
  method: string;
  /** As received: still encoded, without the query. */
  path: string;
  query: Record<string, string>;
  /** Parsed; undefined when the request has none. */
  body: unknown;
  headers: IncomingMessage['headers'];
}

export interface Answer {
  status: number;
  /** Sent as JSON; a string as plain text. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** How matching requests fail, and how often; always when `times` is absent. */
export interface HostFault {
  on?: (asked: Asked) => boolean;
  times?: number;
  /**
   * `instead`: the request is not carried out and this is answered. `lost`: it is carried out, and the connection is cut
   * before the answer. `half`: it is carried out, and half of the answer arrives. `cut`: it is not carried out.
   * `silence`: no answer ever comes.
   */
  how: { instead: Answer } | 'lost' | 'half' | 'cut' | 'silence';
}

export interface StandIn extends AsyncDisposable {
  /** `http://127.0.0.1:port`. */
  origin: string;
  /** The requests, oldest first. */
  requests: Asked[];
  faults: HostFault[];
  /** For an existing server, such as one with TLS; resolves with true when the request belonged to the API. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/**
 * Starts a stand-in.
 *
 * @param prefix of the API's paths.
 * @param answer carries a request out.
 */
export async function startStandIn(
  prefix: string,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<StandIn> {
  const requests: Asked[] = [];
  const faults: HostFault[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? '/', 'http://host');
    if (!url.pathname.startsWith(prefix)) return false;
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0;
    const asked: Asked = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(prefix.length),
      query: Object.fromEntries(url.searchParams),
      body: hasBody ? await readJson(request) : undefined,
      headers: request.headers,
    };
    requests.push(asked);
    const how = takeFault(faults, asked);
    if (how === 'silence') return true;
    if (how === 'cut') response.destroy();
    else if (typeof how === 'object') send(response, how.instead);
    else {
      const answered = await answer(asked);
      if (how === 'lost') response.destroy();
      else if (how === 'half') sendHalf(response, answered);
      else send(response, answered);
    }
    return true;
  }

  const server = createServer((request, response) => {
    handle(request, response)
      .then((was) => (was ? undefined : response.writeHead(404).end()))
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    faults,
    handle,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function takeFault(faults: HostFault[], asked: Asked): HostFault['how'] | undefined {
  const fault = faults.find(({ on, times }) => (times ?? 1) > 0 && (on === undefined || on(asked)));
  if (fault?.times !== undefined) fault.times -= 1;
  return fault?.how;
}

function textOf({ body }: Answer): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? null);
}

function headersOf({ body, headers }: Answer): Record<string, string> {
  return { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers };
}

function send(response: ServerResponse, answer: Answer): void {
  const hasBody = answer.status !== 204;
  response.writeHead(answer.status, headersOf(answer)).end(hasBody ? textOf(answer) : undefined);
}

/** Sends half of a response whose length header announces all of it. */
function sendHalf(response: ServerResponse, answer: Answer): void {
  const text = textOf(answer);
  response.writeHead(answer.status, { ...headersOf(answer), 'content-length': String(Buffer.byteLength(text)) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/** Returns one page of a list, and the `Link` header that names the next page. */
export function pageOf<Item>(
  items: Item[],
  { page, size, url }: { page: number; size: number; url: string },
): { items: Item[]; link: string | undefined } {
  const link = page * size < items.length ? `<${url}?page=${page + 1}>; rel="next"` : undefined;
  return { items: items.slice((page - 1) * size, page * size), link };
}

/** Returns what matters of a request, regardless of the order of its fields. */
export function essenceOf({ method, path, query, body }: Asked): string {
  const said = typeof body === 'object' && body !== null ? sorted(body) : null;
  return JSON.stringify([method, decodeURIComponent(path), sorted(query), said]);
}

function sorted(fields: object): object {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
