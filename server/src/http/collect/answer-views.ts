import type { CollectResult } from '@copydesk/contract';
import type { Load } from '../load.ts';
import { problemReply } from '../problem.ts';
import type { HttpLimits, HttpServices } from '../services.ts';
import type { ClientAddress } from '../session/client-address.ts';
import type { Collecting } from './collecting.ts';
import type { Sending } from './sending.ts';

/** What it takes to answer what sends views without the framework. */
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
  /** To be called when a reply is done. */
  onReplied: (room: string, status: number, timing: { route: string; seconds: number }) => void;
}

/** As its endpoint has it. */
const route = 'POST /v1/collect/:projectId';

/** Sends a whole reply. */
export type Send = (status: number, headers: Record<string, string>, body: string) => void;

/** Answers 202 with what the work answers, or its error as every other. Never rejects: each request is answered. */
export async function answerViews(
  services: DirectServices,
  sent: Omit<Sending, 'tell'>,
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
    const result = await work({ ...sent, tell: (told) => Object.assign(headers, told) });
    finish(202, 'application/json', JSON.stringify(result));
  } catch (error) {
    const problem = problemReply(services, error, { log: services.log, target: sent.target, requestId });
    Object.assign(headers, problem.headers);
    finish(problem.status, 'application/problem+json', problem.body);
  }
}

/** The project that views are sent to by a request; undefined of one that is for something else. */
export function projectOf({ method, target }: { method: string | undefined; target: string | undefined }) {
  return method === 'POST' ? /^\/v1\/collect\/(prj_\w+)$/.exec(target ?? '')?.[1] : undefined;
}

/** Whether a browser sends views: it says where its page is from, and has no key. */
export function isOfBrowser({ origin, authorization }: Sending['headers']): boolean {
  return origin !== undefined && authorization === undefined;
}
