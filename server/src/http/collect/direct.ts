import type { IncomingMessage, ServerResponse } from 'node:http';
import { countHeader } from '../count-header.ts';
import { refuseLater } from '../rooms/refuse-later.ts';
import { answerViews, isOfBrowser, projectOf } from './answer-views.ts';
import type { DirectServices } from './answer-views.ts';
import { tooManyViews } from './too-many-views.ts';

/**
 * Answers what sends views without the framework, where all is plain: by the same checks, with the same replies. It refuses
 * whoever sends while more arrives than can be counted: of ten times as much nine tenths are refused, and what that takes is
 * taken from the rest. Whoever is not refused waits for their turn. And it counts the views of browsers: those come by the
 * thousand, and the framework took 75 µs for one, of which this saves 30. Whatever is out of the ordinary is left to the
 * framework: a body without a length or too long; of what is to be counted also a key.
 *
 * @param otherwise hands a request to the framework.
 */
export function answerDirectly(
  services: DirectServices,
): (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void {
  const { collecting, load } = services;
  // To take the stack of each takes a third of the time of refusing it.
  const full = tooManyViews();
  return (request, response, otherwise) => {
    const projectId = isPlain(request, services.limits.bodyBytes)
      ? projectOf({ method: request.method, target: request.url })
      : undefined;
    if (projectId === undefined) return otherwise();
    const address = services.addressOfClient(request);
    const sent = { headers: request.headers, target: request.url, address };
    const send = (status: number, headers: Record<string, string>, body: string): void =>
      void response.writeHead(status, headers).end(body);
    if (collecting.isFull()) {
      return refuseLater(() => void answerViews(services, sent, async () => await Promise.reject(full), send));
    }
    collecting.enter(request, () => {
      if (!isOfBrowser(request.headers)) return otherwise();
      const answered = answerViews(
        services,
        sent,
        async (sending) => {
          load.enter(request, { room: 'collection', address });
          return await collecting.receive(await collecting.admitBrowser(projectId, sending), sending, request);
        },
        send,
      );
      void answered.then(() => load.leave(request));
    });
  };
}

function isPlain(request: IncomingMessage, maximumBytes: number): boolean {
  const { 'transfer-encoding': coding, expect, 'content-length': length } = request.headers;
  if (coding !== undefined || expect !== undefined) return false;
  return countHeader(request, 'host') === 1 && Number(length) <= maximumBytes;
}
