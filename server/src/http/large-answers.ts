import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { openFairTurns } from './rooms/fair-turns.ts';
import { placeOf } from './rooms/places.ts';
import type { HttpLimits } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer may be of megabytes, made on the thread that serves everybody: few are made at once. */
    isLarge?: true;
  }
}

/**
 * Bounds how many large answers are made at once. A transcript of 2 MB takes the thread for 45 ms and a connection of the database
 * meanwhile: 200 that were asked for at once kept another request waiting for ten seconds.
 */
export function boundLargeAnswers(
  app: FastifyInstance,
  limits: Pick<HttpLimits, 'largeAnswers' | 'largeAnswersOfOne' | 'largeAnswerWaitMilliseconds'>,
): void {
  const turns = openFairTurns({
    all: limits.largeAnswers,
    ofOne: limits.largeAnswersOfOne,
    waitMilliseconds: limits.largeAnswerWaitMilliseconds,
  });
  const ends = new WeakMap<IncomingMessage, () => void>();
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.isLarge) return;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    ends.set(request.raw, await turns.take(placeOf(request.raw)?.holder ?? '', gone.signal));
  });
  // It is made then, or is a stream that is pulled by its reader; also where the reader has gone before.
  app.addHook('onSend', async (request) => ends.get(request.raw)?.());
}
