import type { CollectResult } from '@copydesk/contract';
import type { Load } from '../load/load.ts';
import { problemReply } from '../problem.ts';
import type { HttpLimits, HttpServices } from '../services.ts';
import type { ClientAddress } from '../session/client-address.ts';
import type { Collecting } from './collecting.ts';
import type { Sending } from './sending.ts';

/** What is needed to answer requests that send views without the framework. */
export interface DirectServices extends Omit<HttpServices, 'onReplied'> {
  limits: HttpLimits;
  collecting: Collecting;
  load: Load;
  newRequestId: () => string;
  /** Headers of every reply. */
  headers: Record<string, string>;
  addressOfClient: ClientAddress;
  isClosing: () => boolean;
  /** @throws CopydeskError `draining` once the server is closing. */
  checkOpen: () => void;
  /** Must be called when a reply is finished. */
  onReplied: (room: string, status: number, timing: { route: string; seconds: number }) => void;
}

/** The route as the endpoint writes it. */
const route = 'POST /v1/collect/:projectId';

/** Sends a whole reply. */
export type Send = (status: number, headers: Record<string, string>, body: string) => void;

/**
 * Replies 202 with the result of the work, or its error like any other endpoint. Never rejects, so that each request is
 * answered.
 */
export async function answerViews(
  services: DirectServices,
  sent: Omit<Sending, 'setHeaders'>,
  work: (sending: Sending) => Promise<CollectResult>,
  send: Send,
): Promise<void> {
  const begun = performance.now();
  const requestId = services.newRequestId();
  const headers: Record<string, string> = { ...services.headers, 'x-request-id': requestId };
  const finish = (status: number, type: string, body: string): void => {
    headers['content-type'] = type;
    headers['content-length'] = String(Buffer.byteLength(body));
    send(status, headers, body);
    services.onReplied('collection', status, { route, seconds: (performance.now() - begun) / 1000 });
    services.log.debug({ requestId, method: 'POST', path: sent.target, status }, 'answered');
  };
  try {
    services.checkOpen();
    const result = await work({ ...sent, setHeaders: (more) => Object.assign(headers, more) });
    finish(202, 'application/json', JSON.stringify(result));
  } catch (error) {
    const problem = problemReply(services, error, { log: services.log, target: sent.target, requestId });
    Object.assign(headers, problem.headers);
    finish(problem.status, 'application/problem+json', problem.body);
  }
}

/** Returns the project that a request sends views to; undefined for a request with another purpose. */
export function projectOf({ method, target }: { method: string | undefined; target: string | undefined }) {
  return method === 'POST' ? /^\/v1\/collect\/(prj_\w+)$/.exec(target ?? '')?.[1] : undefined;
}

/** Whether a browser sends views: it sends its page's origin and no key. */
export function isOfBrowser({ origin, authorization }: Sending['headers']): boolean {
  return origin !== undefined && authorization === undefined;
}
