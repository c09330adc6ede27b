import type { IncomingMessage, ServerResponse } from 'node:http';
import { countHeader } from '../count-header.ts';
import { addressOf } from '../session/address.ts';
import type { Load } from '../load.ts';
import { problemReply } from '../problem.ts';
import { refuseLater } from '../rooms/refuse-later.ts';
import type { HttpLimits, HttpServices } from '../services.ts';
import type { Collecting } from './collecting.ts';
import type { TellHeaders } from './sending.ts';
import { tooManyViews } from './too-many-views.ts';

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
  onReplied: (room: string, status: number) => void;
}

/**
 * Answers what sends views without the framework, where all is plain: by the same checks, with the same replies. It refuses
 * whoever sends while more arrives than can be counted: of ten times as much nine tenths are refused, and what that takes is
 * taken from the rest. Whoever is not refused waits for their turn. And it counts the views of browsers: those come by the
 * thousand, and the framework took 75 µs for one, of which this saves 30. Whatever is out of the ordinary is left to the
 * framework: a body without a length or too long; of what is to be counted also a key, and proxies that tell the address.
 *
 * @param otherwise hands a request to the framework.
 */
export function answerDirectly(
  services: DirectServices,
): (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void {
  // To take the stack of each takes a third of the time of refusing it.
  const full = tooManyViews();
  return (request, response, otherwise) => {
    const projectId = projectOf(request, services.limits.bodyBytes);
    if (projectId === undefined) return otherwise();
    const exchange = { request, response };
    if (services.collecting.isFull()) {
      return refuseLater(() => void reply(services, exchange, async () => await Promise.reject(full)));
    }
    services.collecting.enter(request, () => {
      const { origin, authorization } = request.headers;
      const isOfBrowser = origin !== undefined && authorization === undefined;
      if (!isOfBrowser || services.trustedProxies.length > 0) return otherwise();
      void reply(services, exchange, (tell) => collect(services, projectId, request, tell));
    });
  };
}

function projectOf(request: IncomingMessage, maximumBytes: number): string | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'POST') return undefined;
  const isPlain = headers['transfer-encoding'] === undefined && headers.expect === undefined;
  if (!isPlain || countHeader(request, 'host') > 1 || !(Number(headers['content-length']) <= maximumBytes))
    return undefined;
  return /^\/v1\/collect\/(prj_\w+)$/.exec(url)?.[1];
}

async function collect(
  { collecting, load }: DirectServices,
  projectId: string,
  request: IncomingMessage,
  tell: TellHeaders,
): Promise<string> {
  const address = addressOf({ ip: request.socket.remoteAddress ?? '' });
  load.enter(request, { room: 'collection', address });
  const sending = { raw: request, address, tell };
  const sender = await collecting.admitBrowser(projectId, sending);
  return JSON.stringify(await collecting.receive(sender, sending));
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers 202 with what the work answers. Never rejects: each request is answered. */
async function reply(
  services: DirectServices,
  { request, response }: Exchange,
  work: (tell: TellHeaders) => Promise<string>,
): Promise<void> {
  const requestId = services.newRequestId();
  const headers: Record<string, string> = { ...services.headers, 'x-request-id': requestId };
  const send = (status: number, type: string, body: string): void => {
    headers['content-type'] = type;
    headers['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, headers).end(body);
  };
  try {
    services.checkOpen();
    send(202, 'application/json', await work((told) => Object.assign(headers, told)));
  } catch (error) {
    const problem = problemReply(services, error, { log: services.log, target: request.url, requestId });
    Object.assign(headers, problem.headers);
    send(problem.status, 'application/problem+json', problem.body);
  } finally {
    services.load.leave(request);
    services.onReplied('collection', response.statusCode);
    const { method, url: path } = request;
    services.log.debug({ requestId, method, path, status: response.statusCode }, 'answered');
  }
}
