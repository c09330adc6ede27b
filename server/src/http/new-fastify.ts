import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addressBlocks } from '../network/address-blocks.ts';
import { createServer } from '../network/http-module.ts';
import type { answerDirectly } from './collect/direct.ts';
import { answerClientError } from './load/client-errors.ts';
import { holdContinue } from './load/expect-continue.ts';
import { readByTurns } from './load/read-by-turns.ts';
import type { TakeShort } from './load/read-by-turns.ts';
import { sendProblem } from './problem.ts';
import { commonHeaders } from './replies/common-headers.ts';
import { boundSmallChunks } from './replies/small-chunks.ts';
import type { HttpLimits, HttpServices } from './services.ts';

/** Creates an app without routes and hooks, whose server reads by turns and answers many requests without the app. */
export function newFastify(
  services: HttpServices,
  limits: HttpLimits,
  { takeDirectly, takeShort }: { takeDirectly: ReturnType<typeof answerDirectly>; takeShort: TakeShort },
): FastifyInstance {
  const refuse = (error: Error, socket: Socket): void => answerClientError(services, newRequestId, error, socket);
  const IncomingMessage = boundSmallChunks(({ socket }, error) => refuse(error, socket));
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    trustProxy: services.trustedProxies.length > 0 && services.trustedProxies,
    // A path of any length that the parser accepts is routed, so that an absurd id gets the same reply as an absent
    // one.
    routerOptions: { maxParamLength: 16_384 },
    serverFactory(handle) {
      const server = createServer({ ...serverOptions(limits), IncomingMessage }, (request, response) =>
        inTurn(request, response, () => takeDirectly(request, response, () => handle(request, response))),
      );
      const inTurn = readByTurns(server, { isProxy: addressBlocks(services.trustedProxies), takeShort });
      return server;
    },
    // The contract's own schemas check and present everything. Fastify would load two compilers for its schemas.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // The hooks answer these requests, in the form of every other error.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders).header('x-request-id', request.id);
      void sendProblem(services, error, request, reply);
    },
    clientErrorHandler: refuse,
  });
  holdContinue(app, app.server);
  app.removeAllContentTypeParsers();
  app.setErrorHandler(async (error, request, reply) => await sendProblem(services, error, request, reply));
  return app;
}

function noSchemas(): never {
  throw new Error('A route has a schema of Fastify: declare it in the contract');
}

function serverOptions({ headersTimeoutMilliseconds }: HttpLimits): ServerOptions {
  return {
    // No single timeout suits both a form and a git push: pace.ts limits what follows the head.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMilliseconds,
    headersTimeout: headersTimeoutMilliseconds,
    connectionsCheckingInterval: Math.min(2_000, headersTimeoutMilliseconds),
  };
}

/** Longer than common proxies keep theirs: a connection that is reused while it is being closed fails a request. */
export const keepAliveMilliseconds = 65_000;

export function newRequestId(): string {
  return `req_${randomUUID()}`;
}
