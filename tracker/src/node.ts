import type { Asked } from './request/asked.ts';
import type { Tracker } from './tracker.ts';

/** The part of node:http's IncomingMessage that is used, and of node:http2's. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket: { remoteAddress?: string | undefined };
}

/** The part of node:http's ServerResponse that is used. */
export interface NodeResponse {
  statusCode: number;
  headersSent: boolean;
  getHeader(name: string): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Watches a request. Every Node framework calls this when a request arrives; the response is read when it is done. The
 * response is not changed, except for one more listener.
 */
export function watchNode(
  tracker: Tracker,
  { request, response, target }: { request: NodeRequest; response: NodeResponse; target: string | undefined },
): void {
  const answered = tracker.asked(() => askedOf(request, target ?? '/'));
  if (answered === undefined) return;
  response.once('close', () => {
    // A reader who left before the response began has read nothing.
    if (response.headersSent) answered({ status: response.statusCode, contentType: contentTypeOf(response) });
  });
}

function askedOf(request: NodeRequest, target: string): Asked {
  const { headers, socket } = request;
  const header = (name: string) => joinValues(headers[name]);
  return {
    method: request.method ?? 'GET',
    protocol: 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http',
    // HTTP/2 uses this name for the host.
    host: header(':authority') ?? header('host'),
    target,
    header,
    address: socket.remoteAddress,
  };
}

function joinValues(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * node:http does not store headers that are only given to `writeHead` where `getHeader` looks. It does store the text
 * that it wrote, under a name that has not changed since Node 0.5. Where that is missing, the type is unknown.
 */
function contentTypeOf(response: NodeResponse): string | undefined {
  const kept = response.getHeader('content-type');
  if (typeof kept === 'string') return kept;
  const written: unknown = Reflect.get(response, '_header');
  return typeof written === 'string' ? /^content-type:[ \t]*(.*)$/im.exec(written)?.[1] : undefined;
}
