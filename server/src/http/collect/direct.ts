import type { IncomingMessage, ServerResponse } from 'node:http';
import { countHeader } from '../replies/count-header.ts';
import { refuseLater } from '../rooms/refuse-later.ts';
import { answerViews, isOfBrowser, projectOf } from './answer-views.ts';
import type { DirectServices } from './answer-views.ts';
import { tooManyViews } from './too-many-views.ts';

/**
 * Answers plain requests that send views without the framework, by the same checks and with the same replies. It
 * refuses requests while more arrive than can be counted: at ten times the load nine tenths are refused, and the time
 * for refusing is taken from the rest. Those that are not refused wait for their turn. It also counts the views of
 * browsers: they come by the thousand, and the framework took 75 µs for one, of which this saves 30. It leaves anything
 * unusual to the framework: a body without a length or too long, and, when it counts, a request with a key.
 *
 * @param otherwise passes a request to the framework.
 */
export function answerDirectly(
  services: DirectServices,
): (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void {
  const { collecting, load } = services;
  // The error is created once, because capturing its stack takes a third of the time of a refusal.
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
