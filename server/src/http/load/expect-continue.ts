import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests with `Expect: 100-continue` whose client has not been asked yet to send the body, with their responses. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Lets routes decide about `Expect: 100-continue`. By default Node sends 100 before any route has seen the request, so
 * that a client uploads a body that is then refused with 401 or 413.
 */
export function holdContinue(app: FastifyInstance, server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    app.routing(request, response);
  });
  // An unknown expectation is ignored, as RFC 9110 (10.1.1) allows.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.routing(request, response);
  });
}

/** Whether the client still waits before it sends its body. */
export function waitsForContinue(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && waiting.has(request);
}

/** Sends 100 to a client that waits for it before it sends the body. */
export function askForBody(request: IncomingMessage): void {
  if (!waitsForContinue(request)) return;
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
