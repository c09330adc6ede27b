import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import compress from '@fastify/compress';
import type { FastifyCompressOptions } from '@fastify/compress';
import { CopydeskError } from '@copydesk/contract';
import type { ServerHealth } from '@copydesk/contract';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { readWaiting } from '../jobs/claim/waiting.ts';
import { openPasswords } from '../people/passwords.ts';
import { addressBlocks } from '../network/address-blocks.ts';
import { createServer } from '../network/http-module.ts';
import { answerClientError } from './load/client-errors.ts';
import { openCollecting } from './collect/collecting.ts';
import { answerDirectly } from './collect/direct.ts';
import { openShortViews } from './collect/short-views.ts';
import { shareConnections } from './connection-shares.ts';
import { connectionsOf } from './load/connections.ts';
import { refuseTwoHosts } from './replies/count-header.ts';
import { askForBody, holdContinue } from './load/expect-continue.ts';
import { followJob } from './job/follow-job.ts';
import { measureLoad } from './load/load.ts';
import type { RoomName } from './load/load.ts';
import { routeError } from './not-found.ts';
import { openStreams } from './job/open-streams.ts';
import { keepPace } from './load/pace.ts';
import { pathOf, sendProblem } from './problem.ts';
import { openRefusalLog } from './load/refusal-log.ts';
import { readByTurns } from './load/read-by-turns.ts';
import type { TakeShort } from './load/read-by-turns.ts';
import { shareReads } from './load/shared-reads.ts';
import { boundSmallChunks } from './replies/small-chunks.ts';
import { addApi } from './routes/api.ts';
import { addFront } from './routes/front.ts';
import { addHealth } from './routes/health.ts';
import { addOpenApi, openApiBuilder } from './openapi/route.ts';
import { addProblems } from './routes/problems.ts';
import { addScript } from './routes/script.ts';
import { openFairTurns } from './rooms/fair-turns.ts';
import type { FairTurnsLimits } from './rooms/fair-turns.ts';
import { boundAdmissions, boundLargeAnswers } from './load/request-turns.ts';
import { boundUnreadReplies } from './replies/unread-replies.ts';
import { defaultLimits } from './services.ts';
import type { HttpLimits, HttpServices, PluginServices } from './services.ts';
import { addressOf } from './session/address.ts';
import { openClientAddress } from './session/client-address.ts';
import { countAttempts } from './session/attempts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load, and while the server is closing. */
    answersAlways?: true;
    /** The room in which its requests count; `pages` unless a route says otherwise. */
    room?: RoomName;
  }
}

/**
 * Builds the HTTP server, which does not listen yet. `close()` ends the event streams, answers 503 to requests that
 * still arrive, and waits for the requests in progress.
 */
export function buildServer(services: HttpServices): FastifyInstance {
  const limits = { ...defaultLimits, ...services.limits };
  const load = measureLoad(limits);
  const largeAnswers = openFairTurns(largeAnswerLimits(limits));
  const streams = openStreams(
    services,
    { all: limits.eventStreams, ofOneCaller: limits.eventStreamsOfOneCaller },
    {
      read: (jobIds) => readWaiting(services.db, jobIds, services.jobLimits.concurrency),
      everyMilliseconds: limits.waitingMilliseconds,
    },
  );
  const collecting = openCollecting({ ...services, limits });
  let closing = false;
  const isClosing = () => closing || services.isDraining();
  const checkOpen = (): void => {
    if (isClosing()) throw draining();
  };
  const holdUnread = boundUnreadReplies(limits);
  const refusals = openRefusalLog(services.log);
  const onReplied = (room: string, status: number, timing: { route: string; seconds: number }): void => {
    connections.replied();
    services.onReplied?.(room, status, timing);
    if (status === 503) refusals.count();
  };
  const direct = {
    ...services,
    limits,
    load,
    collecting,
    newRequestId,
    isClosing,
    checkOpen,
    headers: commonHeaders,
    addressOfClient: openClientAddress(services.trustedProxies),
    onReplied,
  };
  const shortViews = openShortViews(direct, keepAliveMilliseconds / 1_000);
  const app = newFastify(services, limits, { takeDirectly: answerDirectly(direct), takeShort: shortViews.take });
  const stopPace = keepPace(app.server, limits);
  shareConnections(app.server, limits, {
    isProxy: addressBlocks(services.trustedProxies),
    onClosed: (why) => app.log.warn(why),
  });
  const connections = connectionsOf(app.server);

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
  boundLargeAnswers(app, largeAnswers);
  boundAdmissions(app, openFairTurns(admissionLimits));
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
  app.addHook('preClose', async () => {
    closing = true;
    streams.end();
    // Node does not know about these requests, and would close their connections as idle.
    await Promise.race([shortViews.drained(), setTimeout(limits.closeTimeoutMilliseconds, undefined, { ref: false })]);
    connections.beginClosing(limits.closeTimeoutMilliseconds);
  });
  app.addHook('onClose', async () => {
    load.stop();
    refusals.close();
    stopPace();
  });

  const openApi = openApiBuilder(services);
  // Compression applies to routes that are added after it, so all routes are in their own scopes.
  void app.register(compress, compression);
  void app.register(async (scope) => {
    addFront(scope, services);
    addHealth(scope, services, isClosing);
    addOpenApi(scope, openApi);
    addProblems(scope, services);
    addScript(scope);
  });
  const shared = { ...services, health: shareHealth(services), attempts: countAttempts(), passwords: openPasswords() };
  void app.register(async (scope) => addApi(scope, { ...shared, limits, load, streams, collecting, largeAnswers }));
  const pluginServices: PluginServices = {
    ...shared,
    limits,
    largeAnswers,
    openApi,
    followJob: (of, request, reply) => followJob({ streams, load, limits }, of, request, reply),
  };
  for (const plugin of services.plugins ?? []) {
    void app.register(async (scope) => {
      scope.addHook('preParsing', async (request) => askForBody(request.raw));
      await plugin(scope, pluginServices);
    });
  }
  return app;
}

/**
 * Shares one health check among concurrent callers, because it starts a git process and queries the database seven
 * times.
 */
function shareHealth({ health }: Pick<HttpServices, 'health'>): HttpServices['health'] {
  const shared = shareReads<ServerHealth>();
  return async (proxy) => await shared(JSON.stringify(proxy), async () => await health(proxy));
}

/** Fewer than the database has connections, and enough for thousands of requests a second. */
const admissionLimits: FairTurnsLimits = {
  all: 12,
  ofOne: 4,
  waitMilliseconds: 10_000,
  refusal: 'Too many requests come at once. Send this one again shortly.',
};

function largeAnswerLimits(limits: HttpLimits): FairTurnsLimits {
  return {
    all: limits.largeAnswers,
    ofOne: limits.largeAnswersOfOne,
    waitMilliseconds: limits.largeAnswerWaitMilliseconds,
    refusal: 'Too many large answers are in progress. Send this request again shortly.',
  };
}

/** Default headers of every reply: it must not be cached, framed, sniffed or executed. */
const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Replies are compressed when the client accepts it and it is worth it: texts larger than one packet. Event streams are
 * never compressed, because that would delay them, nor are git packs, which are compressed already. Request bodies are
 * not decompressed.
 */
const compression = {
  encodings: ['br', 'gzip'],
  threshold: 1_400,
  customTypes: /^text\/(?!event-stream)|^image\/svg\+xml|^application\/(x-ndjson|javascript|(.*\+)?json)(;|$)/,
  globalDecompression: false,
} satisfies FastifyCompressOptions;

/** Longer than common proxies keep theirs: a connection that is reused while it is being closed fails a request. */
const keepAliveMilliseconds = 65_000;

function serverOptions({ headersTimeoutMilliseconds }: HttpLimits): ServerOptions {
  return {
    // No single timeout suits both a form and a git push: pace.ts limits what follows the head.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMilliseconds,
    headersTimeout: headersTimeoutMilliseconds,
    connectionsCheckingInterval: Math.min(2_000, headersTimeoutMilliseconds),
  };
}

function noSchemas(): never {
  throw new Error('A route has a schema of Fastify: declare it in the contract');
}

function newFastify(
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

function newRequestId(): string {
  return `req_${randomUUID()}`;
}

function draining(): CopydeskError {
  return new CopydeskError('draining', 'The server is shutting down. Nothing was accepted; send the request again.');
}
