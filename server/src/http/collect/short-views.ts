import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ShortRequest } from '../short-request.ts';
import { answerViews, isOfBrowser, projectOf } from './answer-views.ts';
import type { DirectServices, Send } from './answer-views.ts';

/** Counts single views of browsers whose requests were read whole. */
export interface ShortViews {
  /**
   * Takes a request, and calls back once it is answered; false where it is not for this.
   * The connection must have nothing else under way.
   */
  take: (socket: Socket, request: ShortRequest, answered: () => void) => boolean;
  /** Resolves when no request is under way. */
  drained: () => Promise<void>;
}

/**
 * A single view is counted in 30 µs, and Node's parser, the two streams of its request and their events take as long. What was
 * read whole needs none of it; it is answered by the same checks and with the same replies, onto the connection itself.
 *
 * @param keepAliveSeconds for which Node keeps a connection that has nothing under way.
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
        // Nobody is there to be told, and who sends it again would count twice where it has no id.
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

/** The `Date` of a reply (RFC 9110, 6.6.1), which is made once a second. */
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
