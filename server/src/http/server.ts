import { setTimeout } from 'node:timers/promises';
import compress from '@fastify/compress';
import type { FastifyCompressOptions } from '@fastify/compress';
import { CopydeskError } from '@copydesk/contract';
import type { ServerHealth } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { readWaiting } from '../jobs/claim/waiting.ts';
import { openPasswords } from '../people/passwords.ts';
import { addressBlocks } from '../network/address-blocks.ts';
import { openCollecting } from './collect/collecting.ts';
import { answerDirectly } from './collect/direct.ts';
import { openShortViews } from './collect/short-views.ts';
import { shareConnections } from './connection-shares.ts';
import { connectionsOf } from './load/connections.ts';
import { askForBody } from './load/expect-continue.ts';
import { followJob } from './job/follow-job.ts';
import { measureLoad } from './load/load.ts';
import type { RoomName } from './load/load.ts';
import { openStreams } from './job/open-streams.ts';
import type { OpenStreams } from './job/open-streams.ts';
import { keepPace } from './load/pace.ts';
import { openRefusalLog } from './load/refusal-log.ts';
import { shareReads } from './load/shared-reads.ts';
import { keepAliveMilliseconds, newFastify, newRequestId } from './new-fastify.ts';
import { commonHeaders } from './replies/common-headers.ts';
import { admitRequests, watchReplies } from './request-hooks.ts';
import type { OnReplied } from './request-hooks.ts';
import { addApi } from './routes/api.ts';
import { addFront } from './routes/front.ts';
import { addHealth } from './routes/health.ts';
import { addOpenApi, openApiBuilder } from './openapi/route.ts';
import { addProblems } from './routes/problems.ts';
import type { RouteServices } from './routes/route-services.ts';
import { addScript } from './routes/script.ts';
import { openFairTurns } from './rooms/fair-turns.ts';
import type { FairTurnsLimits } from './rooms/fair-turns.ts';
import { boundAdmissions, boundLargeAnswers } from './load/request-turns.ts';
import { defaultLimits } from './services.ts';
import type { HttpLimits, HttpServices, PluginServices } from './services.ts';
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
  const streams = openStreamsOf(services, limits);
  const collecting = openCollecting({ ...services, limits });
  let closing = false;
  const isClosing = () => closing || services.isDraining();
  const checkOpen = (): void => {
    if (isClosing()) throw drainingError();
  };
  const refusals = openRefusalLog(services.log);
  const onReplied: OnReplied = (room, status, timing) => {
    connections.replied();
    services.onReplied?.(room, status, timing);
    if (status === 503) refusals.count();
  };
  const addressOfClient = openClientAddress(services.trustedProxies);
  const closed = { isClosing, checkOpen };
  const replying = { newRequestId, headers: commonHeaders, addressOfClient, onReplied };
  const direct = { ...services, limits, load, collecting, ...closed, ...replying };
  const shortViews = openShortViews(direct, keepAliveMilliseconds / 1_000);
  const app = newFastify(services, limits, { takeDirectly: answerDirectly(direct), takeShort: shortViews.take });
  const stopPace = keepPace(app.server, limits);
  shareConnections(app.server, limits, {
    isProxy: addressBlocks(services.trustedProxies),
    onClosed: (why) => app.log.warn(why),
  });
  const connections = connectionsOf(app.server);

  admitRequests(app, { load, checkOpen });
  boundLargeAnswers(app, largeAnswers);
  boundAdmissions(app, openFairTurns(admissionLimits));
  watchReplies(app, { load, limits, onReplied });
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
  addRoutes(app, { ...services, limits, load, streams, collecting, largeAnswers, isClosing });
  return app;
}

function openStreamsOf(services: HttpServices, limits: HttpLimits): OpenStreams {
  return openStreams(
    services,
    { all: limits.eventStreams, ofOneCaller: limits.eventStreamsOfOneCaller },
    {
      read: (jobIds) => readWaiting(services.db, jobIds, services.jobLimits.concurrency),
      everyMilliseconds: limits.waitingMilliseconds,
    },
  );
}

type OpenServices = HttpServices &
  Pick<RouteServices, 'limits' | 'load' | 'streams' | 'collecting' | 'largeAnswers'> & { isClosing: () => boolean };

/** Adds all routes. Compression applies to routes that are added after it, so all routes are in their own scopes. */
function addRoutes(app: FastifyInstance, { isClosing, ...services }: OpenServices): void {
  const { limits, load, streams } = services;
  const openApi = openApiBuilder(services);
  void app.register(compress, compression);
  void app.register(async (scope) => {
    addFront(scope, services);
    addHealth(scope, services, isClosing);
    addOpenApi(scope, openApi);
    addProblems(scope, services);
    addScript(scope);
  });
  const shared = { ...services, health: shareHealth(services), attempts: countAttempts(), passwords: openPasswords() };
  void app.register(async (scope) => addApi(scope, shared));
  const pluginServices: PluginServices = {
    ...shared,
    openApi,
    followJob: (of, request, reply) => followJob({ streams, load, limits }, of, request, reply),
  };
  for (const plugin of services.plugins ?? []) {
    void app.register(async (scope) => {
      scope.addHook('preParsing', async (request) => askForBody(request.raw));
      await plugin(scope, pluginServices);
    });
  }
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

function drainingError(): CopydeskError {
  return new CopydeskError('draining', 'The server is shutting down. Nothing was accepted; send the request again.');
}
