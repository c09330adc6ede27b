import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { FairTurns } from './rooms/fair-turns.ts';
import { placeOf } from './rooms/places.ts';
import { addressOf, networkOf } from './session/address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer may be of megabytes, made on the thread that serves everybody: few are made at once. */
    isLarge?: true;
  }
}

/**
 * Bounds of how many requests to the API it is asked at once who sends them, all of them and those with one key. What that asks of
 * the database stands in one queue: 500 requests that one key sent at once kept another waiting for a thousand statements.
 */
export function boundAdmissions(app: FastifyInstance, turns: FairTurns): void {
  const ends = new WeakMap<IncomingMessage, () => void>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.room !== 'api') return;
    const holder = request.headers.authorization ?? networkOf(addressOf(request));
    ends.set(request.raw, await turns.take(holder, reply.raw));
  });
  // Who was admitted goes on to its body, and who was not is answered.
  app.addHook('preParsing', async (request) => ends.get(request.raw)?.());
  app.addHook('onSend', async (request) => ends.get(request.raw)?.());
}

/**
 * Bounds how many large answers are made at once. A transcript of 2 MB takes the thread for 45 ms and a connection of the database
 * meanwhile: 200 that were asked for at once kept another request waiting for ten seconds.
 */
export function boundLargeAnswers(app: FastifyInstance, turns: FairTurns): void {
  const ends = new WeakMap<IncomingMessage, () => void>();
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.isLarge) return;
    ends.set(request.raw, await turns.take(placeOf(request.raw)?.holder ?? '', reply.raw));
  });
  // It is made then, or is a stream that is pulled by its reader; also where the reader has gone before.
  app.addHook('onSend', async (request) => ends.get(request.raw)?.());
}
