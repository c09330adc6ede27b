import { Readable } from 'node:stream';
import { IdempotentHeaders, OlderJobListQuery, OlderJobRequest } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { startJob } from '../../../desk/job/create-job.ts';
import { listEvents } from '../../../jobs/events.ts';
import { withPage } from '../../../jobs/present.ts';
import type { StoredJob } from '../../../jobs/present.ts';
import { findJob, listJobsFrom } from '../../../jobs/read/read.ts';
import type { Project } from '../../../projects/project.ts';
import { prefersJson } from '../../replies/accept.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit, admitToJob, parameter } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { idempotencyOf } from '../../checks/prompt.ts';
import { endOnError } from '../../replies/event-stream.ts';
import { followJob } from '../../job/follow-job.ts';
import { branchFrom } from '../../older/branch.ts';
import { promptOfMessages } from '../../older/prompt.ts';
import { longestAnswerMilliseconds, sessionStream, sessionStreamHeaders } from '../../older/session-stream.ts';
import { sessionOf } from '../../older/session.ts';
import { withQuota } from '../../replies/quota-headers.ts';
import { actorOf } from '../../session/caller.ts';
import type { Caller } from '../../session/caller.ts';
import { deprecationHeaders } from '../../replies/successor.ts';
import type { RouteServices } from '../route-services.ts';

const CreateParts = z.object({ body: OlderJobRequest, headers: IdempotentHeaders });
const ListParts = z.object({ query: OlderJobListQuery });

/**
 * Adds the agent endpoints of the older version: the same jobs, with the requests and replies that its clients expect.
 */
export function addOlderAgentApi(app: FastifyInstance, services: RouteServices): void {
  addCreate(app, services);
  addGet(app, services);
  addList(app, services);
}

/** Sets the headers before anything is checked, so that errors carry them too. */
function setDeprecationHeaders(
  { baseUrl }: RouteServices,
  { deprecated }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (deprecated === undefined) return;
  const params = { projectId: parameter(request, 'projectId'), id: parameter(request, 'id') };
  reply.headers(deprecationHeaders(deprecated, { baseUrl, params }));
}

/** `POST /v1/agent/{projectId}/job`, as a stream of the model's text or as JSON. */
function addCreate(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createJobV1',
    async admit(endpoint, request, reply) {
      setDeprecationHeaders(services, endpoint, request, reply);
      const admitAgain = async () => await admit(services, endpoint, request, reply);
      return { ...(await admitAgain()), admitAgain };
    },
    async answer({ caller, project, admitAgain }, request, reply) {
      requireJson(request.headers);
      const body = parseJson(await readBody(request.raw, services.limits));
      const parts = checkFields(CreateParts, { body, headers: request.headers });
      const job = await start(services, { caller, project, ...parts }, reply);
      reply.headers({ 'x-session-id': job.id, 'x-branch-name': encodeURI(job.source.ref), vary: 'Accept' });
      if (prefersJson(request.headers.accept)) {
        const shown = withPage(services.baseUrl, project.id, job);
        return { status: 200, value: { ...shown, ...sessionOf(project.id, job) } };
      }
      return sendStream(services, { job, caller, project, admitAgain }, request, reply);
    },
  });
}

async function start(
  services: RouteServices,
  { caller, project, body, headers }: { caller: Caller; project: Project } & z.output<typeof CreateParts>,
  reply: FastifyReply,
): Promise<StoredJob> {
  const prompt = promptOfMessages(body.messages);
  const branch = body.branch ? branchFrom(body.branch) : undefined;
  const asDraft = body.asDraft === true || body.asDraft === 'true';
  const asked = JSON.stringify([prompt, branch, asDraft]);
  const idempotency = idempotencyOf(headers['idempotency-key'], {
    endpoint: 'createJobV1',
    projectId: project.id,
    prompt: asked,
  });
  const defaults = services.jobDefaults(project);
  // The base branch exists already, so its name cannot be the job's branch.
  const wished = branch === defaults.baseRef ? undefined : branch;
  const { job, replayed } = await withQuota(services, 'create', project.id, reply, async (quota) => {
    const wishes = { ...(wished !== undefined && { branch: wished }), asDraft };
    const request = { project, prompt, ...defaults, ...wishes, idempotency, quota, now: services.now() };
    return await startJob(services.db, actorOf(caller), request);
  });
  if (replayed) reply.header('idempotency-replayed', 'true');
  return job;
}

/** Authenticates the key again before each read, so that the stream ends when it is revoked. */
function sendStream(
  services: RouteServices,
  of: { job: StoredJob; caller: Caller; project: Project; admitAgain: () => Promise<unknown> },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { db, now, limits } = services;
  const { job, caller, project } = of;
  const ids = { organisationId: caller.organisationId, projectId: project.id, jobId: job.id };
  const following = followJob(services, { jobId: job.id, callerId: caller.id }, request, reply);
  const stream = sessionStream({
    following,
    jobId: job.id,
    async isActive() {
      await of.admitAgain();
      return (await findJob(db, ids))?.status === 'active';
    },
    list: async (page) => await listEvents(db, job.id, page),
    heartbeatMilliseconds: limits.heartbeatMilliseconds,
    longestMilliseconds: longestAnswerMilliseconds,
    now,
  });
  return reply
    .headers(sessionStreamHeaders)
    .send(Readable.from(endOnError(stream, request), { objectMode: false, highWaterMark: 0 }));
}

/** `GET /v1/agent/{projectId}/job/{id}` */
function addGet(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJobV1',
    async admit(endpoint, request, reply) {
      setDeprecationHeaders(services, endpoint, request, reply);
      return await admitToJob(services, endpoint, request, reply);
    },
    answer: async ({ projectId, job }) => ({ status: 200, value: sessionOf(projectId, job) }),
  });
}

/** `GET /v1/agent/{projectId}/jobs` */
function addList(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listJobsV1',
    async admit(endpoint, request, reply) {
      setDeprecationHeaders(services, endpoint, request, reply);
      return await admit(services, endpoint, request, reply);
    },
    async answer({ project }, request) {
      const { query } = checkFields(ListParts, { query: request.query });
      const jobs = await listJobsFrom(services.db, project.id, query);
      return { status: 200, value: { allSessions: jobs.map((job) => sessionOf(project.id, job)) } };
    },
  });
}
