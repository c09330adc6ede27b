import type { Asked } from './request/asked.ts';
import type { Tracker } from './tracker.ts';

/** What is used of node:http's IncomingMessage, of node:http2's too. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket: { remoteAddress?: string | undefined };
}

/** What is used of node:http's ServerResponse. */
export interface NodeResponse {
  statusCode: number;
  headersSent: boolean;
  getHeader(name: string): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * What every Node framework calls when a request arrives; the answer is looked at when it is done. Of the response
 * nothing is changed but that it has one listener more.
 */
export function watchNode(
  tracker: Tracker,
  { request, response, target }: { request: NodeRequest; response: NodeResponse; target: string | undefined },
): void {
  const answered = tracker.asked(() => askedOf(request, target ?? '/'));
  if (answered === undefined) return;
  response.once('close', () => {
    // A reader who left before the answer began has read nothing.
    if (response.headersSent) answered({ status: response.statusCode, contentType: contentTypeOf(response) });
  });
}

function askedOf(request: NodeRequest, target: string): Asked {
  const { headers, socket } = request;
  const header = (name: string) => joined(headers[name]);
  return {
    method: request.method ?? 'GET',
    protocol: 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http',
    // HTTP/2 names the host so.
    host: header(':authority') ?? header('host'),
    target,
    header,
    address: socket.remoteAddress,
  };
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Headers that were given to `writeHead` alone are not kept by node:http where `getHeader` looks; what it wrote is,
 * under a name that has not changed since Node 0.5. Where it is missing, the type is unknown.
 */
function contentTypeOf(response: NodeResponse): string | undefined {
  const kept = response.getHeader('content-type');
  if (typeof kept === 'string') return kept;
  const written: unknown = Reflect.get(response, '_header');
  return typeof written === 'string' ? /^content-type:[ \t]*(.*)$/im.exec(written)?.[1] : undefined;
}
