import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests with `Expect: 100-continue` whose client has not been told yet to send the body, with their responses. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Lets routes decide about `Expect: 100-continue`. Node by itself answers 100 before any route has looked at the
 * request, so that a client uploads what is then refused with 401 or 413.
 */
export function holdContinue(app: FastifyInstance, server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    app.routing(request, response);
  });
  // An expectation that is not known is ignored, as RFC 9110 (10.1.1) allows.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.routing(request, response);
  });
}

/** Whether the client still holds its body back. */
export function waitsForContinue(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && waiting.has(request);
}

/** Tells a client that waits for it to send the body. */
export function askForBody(request: IncomingMessage): void {
  if (!waitsForContinue(request)) return;
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
