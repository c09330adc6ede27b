import type { FastifyInstance } from 'fastify';
import type { Load } from './load/load.ts';
import { routeError } from './not-found.ts';
import { pathOf } from './problem.ts';
import { commonHeaders } from './replies/common-headers.ts';
import { refuseTwoHosts } from './replies/count-header.ts';
import { boundUnreadReplies } from './replies/unread-replies.ts';
import type { HttpLimits } from './services.ts';
import { addressOf } from './session/address.ts';

/** Gives each reply its headers, and each request its place in a room, unless the server is closing or too busy. */
export function admitRequests(app: FastifyInstance, { load, checkOpen }: { load: Load; checkOpen: () => void }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders).header('x-request-id', request.id);
    refuseTwoHosts(request.raw);
    if (request.is404) throw routeError(app, request, reply);
    if (request.routeOptions.config.answersAlways) return;
    checkOpen();
    load.enter(request.raw, { room: request.routeOptions.config.room ?? 'pages', address: addressOf(request) });
    // onResponse does not run when the client disconnects mid-reply.
    reply.raw.once('close', () => reply.raw.headersSent && load.leave(request.raw));
  });
}

/** Called when a request is answered. */
export type OnReplied = (room: string, status: number, timing: { route: string; seconds: number }) => void;

/** Ends the place of a request when its work is done, limits the replies that are not read, and reports each reply. */
export function watchReplies(
  app: FastifyInstance,
  { load, limits, onReplied }: { load: Load; limits: HttpLimits; onReplied: OnReplied },
): void {
  const holdUnread = boundUnreadReplies(limits);
  app.addHook('onSend', async (request, reply, payload) => {
    // The work is done, also when the client has already disconnected. A client that reads a whole reply slowly
    // occupies no place meanwhile.
    const whole = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : undefined;
    if (whole !== undefined) holdUnread(request, reply, whole);
    if (whole !== undefined || reply.statusCode >= 400 || reply.raw.destroyed) load.leave(request.raw);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern is used, because the number of addresses is unlimited. An event stream lasts as long as its client
    // listens.
    const route = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    onReplied(request.routeOptions.config.room ?? 'pages', reply.statusCode, {
      route,
      seconds: reply.elapsedTime / 1000,
    });
    // Views come by the thousand, and so may refused requests.
    const isMany = request.routeOptions.config.room === 'collection' && reply.statusCode < 500;
    const level = isMany || reply.statusCode === 503 ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        path: pathOf(request.raw.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
}
