import { Readable } from 'node:stream';
import { EventListQuery, EventStreamHeaders } from '@copydesk/contract';
import type { EventList, JobWaiting } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listEvents } from '../../../jobs/events.ts';
import { readRecordedSteps } from '../../../jobs/run/live-text.ts';
import type { StoredJob } from '../../../jobs/present.ts';
import { readWaiting } from '../../../jobs/claim/waiting.ts';
import { prefersEventStream } from '../../replies/accept.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import { endOnError, eventStream, streamPart } from '../../replies/event-stream.ts';
import type { StreamPart } from '../../replies/event-stream.ts';
import { followJob } from '../../job/follow-job.ts';
import { shareReads } from '../../load/shared-reads.ts';
import type { SharedReads } from '../../load/shared-reads.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: EventListQuery, headers: EventStreamHeaders });
const StreamParts = z.object({ query: EventListQuery.pick({ after: true }), headers: EventStreamHeaders });

/** `GET /v2/agent/{projectId}/job/{id}/events`, as JSON or as Server-Sent Events. */
export function addGetJobEvents(app: FastifyInstance, services: RouteServices): void {
  const sharedEvents = shareReads<StreamPart>();
  addApiRoute(app, {
    endpoint: 'getJobEvents',
    config: { isLarge: true },
    async admit(endpoint, request, reply) {
      const admitAgain = async () => await admitToJob(services, endpoint, request, reply);
      const { job, caller } = await admitAgain();
      return { job, callerId: caller.id, admitAgain };
    },
    async answer({ job, callerId, admitAgain }, request, reply) {
      reply.header('vary', 'Accept');
      if (request.method === 'GET' && prefersEventStream(request.headers.accept)) {
        return await sendStream(
          services,
          { job, callerId, readJob: async () => (await admitAgain()).job, sharedEvents },
          request,
          reply,
        );
      }
      const { query } = checkFields(Parts, { query: request.query, headers: request.headers });
      const page = await listEvents(services.db, job.id, query);
      const waiting = await whyItWaits(services, job);
      const writing = waiting === null ? await whatItWrites(services, job) : null;
      return { status: 200, value: { ...page, waiting, writing } };
    },
  });
}

async function whyItWaits({ db, jobLimits }: RouteServices, { id, status }: StoredJob): Promise<JobWaiting | null> {
  if (status !== 'active') return null;
  return (await readWaiting(db, [id], jobLimits.concurrency)).get(id) ?? null;
}

async function whatItWrites({ db, streams }: RouteServices, { id, status }: StoredJob): Promise<EventList['writing']> {
  const writing = status === 'active' ? streams.writing(id) : undefined;
  if (writing === undefined || writing.step <= (await readRecordedSteps(db, id))) return null;
  return { step: writing.step, text: writing.text.toWellFormed() };
}

/**
 * Sends the stream. `readJob` repeats all admission checks each time, so that a stream ends when its key is revoked
 * while it is open.
 */
async function sendStream(
  services: RouteServices,
  {
    job,
    callerId,
    readJob,
    sharedEvents,
  }: { job: StoredJob; callerId: string; readJob: () => Promise<StoredJob>; sharedEvents: SharedReads<StreamPart> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, headers } = checkFields(StreamParts, { query: request.query, headers: request.headers });
  const after = headers['last-event-id'] ?? query.after;
  const active = job.status === 'active';
  // An EventSource reconnects when its stream ends; 204 asks it not to reconnect.
  const comesBack = headers['last-event-id'] !== undefined;
  if (comesBack && !active && (await listEvents(services.db, job.id, { after, limit: 1 })).events.length === 0)
    return reply.status(204).send();

  const following = followJob(services, { jobId: job.id, callerId }, request, reply);
  // All readers that one event wakes share one read; the permission is checked for each.
  const list = async (page: { after: number; limit: number }) =>
    await sharedEvents(
      `${job.id} ${following.version} ${page.after} ${page.limit}`,
      async () =>
        await services.largeAnswers.spend(callerId, async () =>
          streamPart(await listEvents(services.db, job.id, page)),
        ),
    );
  const isActive = async () => (await readJob()).status === 'active';
  const steps = active ? await readRecordedSteps(services.db, job.id) : 0;
  const { now, limits } = services;
  const { heartbeatMilliseconds } = limits;
  const stream = eventStream({ following, after, active, steps, isActive, list, heartbeatMilliseconds, now });
  reply.header('x-accel-buffering', 'no').type('text/event-stream');
  return reply.send(Readable.from(endOnError(stream, request), { objectMode: false, highWaterMark: 0 }));
}
