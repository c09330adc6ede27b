import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefersEventStream } from '../../../http/replies/accept.ts';
import { endOnError } from '../../../http/replies/event-stream.ts';
import type { PluginServices } from '../../../http/services.ts';
import { hasScope } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import { watchViewers } from '../../../http/session/watch.ts';
import type { ViewerWatch } from '../../../http/session/watch.ts';
import { shareReads } from '../../../http/load/shared-reads.ts';
import type { SharedReads } from '../../../http/load/shared-reads.ts';
import { readRecordedSteps } from '../../../jobs/run/live-text.ts';
import { countEvents, findJob } from '../../../jobs/read/read.ts';
import type { Site } from '../../view/site.ts';
import { admitToJob } from '../new/admit.ts';
import type { JobParams } from '../new/admit.ts';
import { gatherJob } from '../gather.ts';
import { jobsAddress } from '../places.ts';
import { renderUpdate } from './live-update.ts';
import type { LiveUpdate } from './live-update.ts';
import { liveStream } from './live-stream.ts';

/** How many entries are sent at once. */
const entriesAtOnce = 50;

/**
 * Adds the stream to the open page of a job. Each entry is read and rendered once for all viewers of the job. Whether
 * they may still see it is checked once a second for all together.
 */
export function addLiveRoute(app: FastifyInstance, services: PluginServices, site: Site): void {
  const shared = shareReads<LiveUpdate | undefined>();
  const viewers = watchViewers(services, 'agent:read');
  const live = { ...services, site, shared, viewers };
  app.get('/projects/:projectId/jobs/:jobId/live', (request: FastifyRequest<{ Params: JobParams }>, reply) =>
    sendLive(live, request, reply),
  );
}

interface LiveServices extends PluginServices {
  site: Site;
  /** The updates that are being read, by what they depend on. */
  shared: SharedReads<LiveUpdate | undefined>;
  /** Ends the streams of viewers who may no longer see their job. */
  viewers: ViewerWatch;
}

type Admitted = Awaited<ReturnType<typeof admitToJob>>;

async function sendLive(
  services: LiveServices,
  request: FastifyRequest<{ Params: JobParams }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await admitToJob(services, request, 'agent:read');
  const { project, job } = admitted;
  if (request.method !== 'GET' || !prefersEventStream(request.headers.accept)) {
    return reply.redirect(`${jobsAddress(services.site, project)}/${job.id}`, 303);
  }
  const lastSeen = numberOf(request.headers['last-event-id']);
  const after = lastSeen ?? numberOf(field(request.query, 'after')) ?? 0;
  // A browser reconnects when its stream ends. Status 204 asks it to stop.
  const isOver =
    job.status !== 'active' && lastSeen !== undefined && (await countEvents(services.db, job.id)) <= lastSeen;
  return isOver ? reply.status(204).send() : await sendStream(services, request, reply, { admitted, after });
}

async function sendStream(
  services: LiveServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { admitted, after }: { admitted: Admitted; after: number },
): Promise<FastifyReply> {
  const { db, limits, shared, viewers, largeAnswers } = services;
  const { id } = admitted.job;
  const steps = await readRecordedSteps(db, id);
  const following = services.followJob({ jobId: id, callerId: admitted.viewer.id }, request, reply);
  if (following.ended) return reply.send();
  reply.raw.once(
    'close',
    viewers.watch(request, () => following.end()),
  );
  const read = async (from: number) =>
    await largeAnswers.spend(admitted.viewer.id, async () => await readUpdate(services, admitted, from));
  const may = hasScope(admitted.viewer, 'agent:write') ? 'writes' : 'reads';
  const stream = liveStream({
    following,
    after,
    steps,
    readUpdate: (from) => shared(`${id} ${following.version} ${from} ${may}`, () => read(from)),
    hasMissed: async ({ last, isActive }) => {
      const job = await readAgain(db, admitted);
      return (job?.status === 'active') !== isActive || (await countEvents(db, id)) > last;
    },
    heartbeatMilliseconds: limits.heartbeatMilliseconds,
  });
  reply.header('x-accel-buffering', 'no').type('text/event-stream');
  return reply.send(Readable.from(endOnError(stream, request), { objectMode: false, highWaterMark: 0 }));
}

async function readUpdate(
  services: LiveServices,
  { viewer, project, job }: Admitted,
  from: number,
): Promise<LiveUpdate | undefined> {
  const { db, site } = services;
  // The status is read before the entries, so that a job that has ended has all of its entries.
  const now = await readAgain(db, { project, job });
  if (now === undefined) return undefined;
  // The result is sent to many viewers, so it must contain nothing personal such as the token of a form.
  const reader = { scopes: viewer.scopes, formToken: undefined };
  const shown = { viewer: reader, project, job: now, listAddress: jobsAddress(site, project), site };
  return renderUpdate(await gatherJob(services, { ...shown, from, limit: entriesAtOnce }));
}

async function readAgain(db: PluginServices['db'], { project, job }: Pick<Admitted, 'project' | 'job'>) {
  return await findJob(db, { organisationId: project.organisationId, projectId: project.id, jobId: job.id });
}

function numberOf(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
