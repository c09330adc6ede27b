import type { IncomingMessage, ServerResponse } from 'node:http';
import { countHeader } from '../count-header.ts';
import { addressOf } from '../session/address.ts';
import type { Load } from '../load.ts';
import { problemReply } from '../problem.ts';
import type { HttpLimits, HttpServices } from '../services.ts';
import type { Collecting } from './collecting.ts';

export interface DirectServices extends HttpServices {
  limits: HttpLimits;
  collecting: Collecting;
  load: Load;
  newRequestId: () => string;
  /** Headers of every reply. */
  headers: Record<string, string>;
  /** @throws CopydeskError `draining` once the server is closing. */
  checkOpen: () => void;
  /** To be called when a reply is done. */
  onReplied: () => void;
}

/**
 * Answers the views of browsers without the framework, where all is plain: by the same checks, with the same replies.
 * Those come by the thousand, and the framework took 75 µs for one, of which this saves 30. Whatever is out of the
 * ordinary is left to the framework: a key, a body without a length or too long, proxies that tell the address.
 *
 * @returns whether it takes the request.
 */
export function answerDirectly(
  services: DirectServices,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const projectId = services.trustedProxies.length > 0 ? undefined : projectOf(request, services.limits.bodyBytes);
    if (projectId === undefined) return false;
    void answer(services, projectId, request, response);
    return true;
  };
}

function projectOf(request: IncomingMessage, maximumBytes: number): string | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'POST' || headers.origin === undefined || headers.authorization !== undefined) return undefined;
  const isPlain = headers['transfer-encoding'] === undefined && headers.expect === undefined;
  if (!isPlain || countHeader(request, 'host') > 1 || !(Number(headers['content-length']) <= maximumBytes))
    return undefined;
  return /^\/v1\/collect\/(prj_\w+)$/.exec(url)?.[1];
}

/** Never rejects: each request is answered. */
async function answer(
  services: DirectServices,
  projectId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { collecting, load, log } = services;
  const requestId = services.newRequestId();
  const headers: Record<string, string> = { ...services.headers, 'x-request-id': requestId };
  const reply = (status: number, type: string, body: string): void => {
    headers['content-type'] = type;
    headers['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, headers).end(body);
  };
  try {
    services.checkOpen();
    const address = addressOf({ ip: request.socket.remoteAddress ?? '' });
    load.enter(request, { room: 'collection', address });
    const sending = { raw: request, address, tell: (told: Record<string, string>) => Object.assign(headers, told) };
    const sender = await collecting.admitBrowser(projectId, sending);
    const result = await collecting.receive(sender, sending);
    reply(202, 'application/json', JSON.stringify(result));
  } catch (error) {
    const problem = problemReply(services, error, { log, target: request.url, requestId });
    Object.assign(headers, problem.headers);
    reply(problem.status, 'application/problem+json', problem.body);
  } finally {
    load.leave(request);
    services.onReplied();
    log.debug({ requestId, method: request.method, path: request.url, status: response.statusCode }, 'answered');
  }
}
