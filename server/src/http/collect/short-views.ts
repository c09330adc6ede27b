import type { Socket } from 'node:net';
import { STATUS_CODES } from '../../network/http-module.ts';
import type { ShortRequest } from '../load/short-request.ts';
import { answerViews, isOfBrowser, projectOf } from './answer-views.ts';
import type { DirectServices, Send } from './answer-views.ts';

/** Counts single views of browsers whose requests were read whole. */
export interface ShortViews {
  /**
   * Takes a request, and calls back once it is answered; returns false when the request is of another kind. The
   * connection must have nothing else in progress.
   */
  take: (socket: Socket, request: ShortRequest, answered: () => void) => boolean;
  /** Resolves when no request is in progress. */
  drained: () => Promise<void>;
}

/**
 * Answers requests that were read whole directly on the connection, by the same checks and with the same replies.
 * Counting a single view takes 30 µs; Node's parser, the two streams of its request and their events, which are not
 * needed here, take as long again.
 *
 * @param keepAliveSeconds how long Node keeps a connection that has nothing in progress.
 */
export function openShortViews(services: DirectServices, keepAliveSeconds: number): ShortViews {
  const { collecting, load } = services;
  const kept = `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveSeconds}\r\n\r\n`;
  const date = openHttpDate(services.now);
  let underWay = 0;
  let drained = Promise.withResolvers<void>();

  const sendTo =
    (socket: Socket): Send =>
    (status, headers, body) => {
      if (socket.destroyed) return;
      let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
      for (const name of Object.keys(headers)) head += `${name}: ${headers[name]}\r\n`;
      socket.write(`${head}date: ${date()}\r\n${kept}${body}`);
    };
  const end = (answered: () => void): void => {
    underWay -= 1;
    answered();
    if (underWay > 0) return;
    drained.resolve();
    drained = Promise.withResolvers();
  };
  const isOpen = (): boolean => !services.isClosing() && !collecting.isFull();

  return {
    take(socket, request, answered) {
      const { headers, target, body } = request;
      const projectId = isOfBrowser(headers) ? projectOf(request) : undefined;
      if (projectId === undefined || body.length > services.limits.bodyBytes || !isOpen()) return false;
      const address = services.addressOfClient({ headers, socket });
      underWay += 1;
      collecting.begin(() => {
        // Nobody is connected, and a client that sends the view again would be counted twice if the view has no id.
        if (socket.destroyed) return end(answered);
        const work = answerViews(
          services,
          { headers, target, address },
          async (sending) => {
            const place = load.admit({ room: 'collection', address });
            try {
              return await collecting.count(await collecting.admitBrowser(projectId, sending), sending, body);
            } finally {
              place.leave();
            }
          },
          sendTo(socket),
        );
        void work.then(() => end(answered));
      });
      return true;
    },
    drained: async () => (underWay === 0 ? undefined : await drained.promise),
  };
}

/** Returns a function for the `Date` of a reply (RFC 9110, 6.6.1), which is formatted once a second. */
function openHttpDate(now: () => Date): () => string {
  let second = 0;
  let text = '';
  return () => {
    const at = now();
    const current = Math.floor(at.getTime() / 1000);
    if (current !== second) [second, text] = [current, at.toUTCString()];
    return text;
  };
}
