import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { FairTurns } from '../rooms/fair-turns.ts';
import { placeOf } from '../rooms/places.ts';
import { addressOf, networkOf } from '../session/address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The reply may have megabytes and is built on the thread that serves everybody, so only a few are built at once.
     */
    isLarge?: true;
  }
}

/**
 * Limits how many API requests are authenticated at once, in all and per key. Their database queries share one queue:
 * 500 requests that one key sent at once made another request wait for a thousand statements.
 */
export function boundAdmissions(app: FastifyInstance, turns: FairTurns): void {
  const ends = new WeakMap<IncomingMessage, () => void>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.room !== 'api') return;
    const holder = request.headers.authorization ?? networkOf(addressOf(request));
    ends.set(request.raw, await turns.take(holder, reply.raw));
  });
  // An admitted request goes on to its body; a refused one gets its reply.
  app.addHook('preParsing', async (request) => ends.get(request.raw)?.());
  app.addHook('onSend', async (request) => ends.get(request.raw)?.());
}

/**
 * Limits how many large replies are built at once. A transcript of 2 MB takes the thread for 45 ms and a database
 * connection meanwhile: 200 concurrent ones made another request wait for ten seconds.
 */
export function boundLargeAnswers(app: FastifyInstance, turns: FairTurns): void {
  const ends = new WeakMap<IncomingMessage, () => void>();
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.isLarge) return;
    ends.set(request.raw, await turns.take(placeOf(request.raw)?.holder ?? '', reply.raw));
  });
  // By then the reply is built, or it is a stream that its reader pulls. The hook also runs when the reader has already
  // disconnected.
  app.addHook('onSend', async (request) => ends.get(request.raw)?.());
}
