import { BackportRequest, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { archiveJobFor } from '../../desk/job/archive-job.ts';
import { backportJob, undoJob } from '../../desk/job/carry-job.ts';
import { sendMessage } from '../../desk/job/message-job.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { withQuota } from '../../http/replies/quota-headers.ts';
import { actorOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import type { Project } from '../../projects/project.ts';
import type { Gathered } from './gather.ts';
import { onceOf, promptFormBytes, typedIn, waitForFirst } from './new/accept-prompt.ts';
import { admitToJob } from './new/admit.ts';
import { isOwnForm, keepText, sendAgain } from './new/form-guard.ts';
import { jobsAddress } from './places.ts';
import { jobPath, showJob } from './show-job.ts';
import type { Admitted, JobPageServices, JobRequest } from './show-job.ts';

/** Adds what people do with a job: send a message, archive it, undo it, and carry it to other branches. */
export function addActRoutes(app: FastifyInstance, services: JobPageServices): void {
  app.post(`${jobPath}/message`, { bodyLimit: promptFormBytes }, (request: JobRequest, reply) =>
    message(services, request, reply),
  );
  app.post(`${jobPath}/archive`, (request: JobRequest, reply) => archive(services, request, reply));
  app.post(`${jobPath}/undo`, (request: JobRequest, reply) => undo(services, request, reply));
  app.post(`${jobPath}/backport`, (request: JobRequest, reply) => backport(services, request, reply));
}

async function message(services: JobPageServices, request: JobRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, site, baseUrl } = services;
  const admitted = await keepText(site, request, reply, () => admitToJob(services, request, 'agent:write'));
  if (admitted === undefined) return reply;
  const { viewer, project, job } = admitted;
  const typed = typedIn(request);
  if (!isOwnForm(viewer, request, baseUrl)) {
    return await showJob(services, reply.status(403), admitted, { typed: { ...typed, ...sendAgain } });
  }
  if (typed.wrong !== undefined) return await showJob(services, reply.status(400), admitted, { typed });
  const ids = { projectId: project.id, jobId: job.id };
  const idempotency = onceOf(typed, { endpoint: 'messageJob', ...ids });
  return await decide(services, request, reply, { admitted, shown: { typed } }, async () => {
    await waitForFirst(
      async () =>
        await withQuota(services, 'message', project.id, reply, async (quota) => {
          const sent = { ...ids, prompt: typed.prompt, idempotency, quota, now: services.now() };
          return await sendMessage(db, actorOf(viewer), sent);
        }),
    );
  });
}

async function archive(services: JobPageServices, request: JobRequest, reply: FastifyReply): Promise<FastifyReply> {
  const admitted = await admitOwnForm(services, request);
  const { viewer, project, job } = admitted;
  return await decide(services, request, reply, { admitted }, async () => {
    await archiveJobFor(services.db, actorOf(viewer), { projectId: project.id, jobId: job.id });
  });
}

async function undo(services: JobPageServices, request: JobRequest, reply: FastifyReply): Promise<FastifyReply> {
  const admitted = await admitOwnForm(services, request);
  const { viewer, project, job } = admitted;
  return await decide(services, request, reply, { admitted }, async () => {
    const { job: undoing } = await withQuota(services, 'create', project.id, reply, async (quota) =>
      undoJob(services.db, actorOf(viewer), { ...draftOf(services, project), quota, jobId: job.id }),
    );
    return undoing.id;
  });
}

async function backport(services: JobPageServices, request: JobRequest, reply: FastifyReply): Promise<FastifyReply> {
  const admitted = await admitOwnForm(services, request);
  const { viewer, project, job } = admitted;
  return await decide(services, request, reply, { admitted }, async () => {
    const refs = refsIn(field(request.body, 'refs') ?? '');
    await withQuota(services, 'create', project.id, reply, async (quota) =>
      backportJob(services.db, actorOf(viewer), { ...draftOf(services, project), quota, jobId: job.id }, refs),
    );
  });
}

async function admitOwnForm(services: JobPageServices, request: JobRequest): Promise<Admitted> {
  const admitted = await admitToJob(services, request, 'agent:write');
  admitted.viewer.requireOwnForm(request);
  return admitted;
}

function draftOf({ jobDefaults, now }: JobPageServices, project: Project) {
  return { project, ...jobDefaults(project), now: now() };
}

/** Reads the branches of a form, one a line. @throws CopydeskError `invalid_request` */
function refsIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return checkFields(z.object({ body: BackportRequest }), { body: { refs: lines.filter((line) => line !== '') } }).body
    .refs;
}

/**
 * Runs an action, and redirects to the job's page, or to that of the job whose id the action returns. A refusal is
 * shown on the page, with the error's status.
 */
async function decide(
  services: JobPageServices,
  request: JobRequest,
  reply: FastifyReply,
  { admitted, shown = {} }: { admitted: Admitted; shown?: Partial<Gathered> },
  act: () => Promise<string | void>,
): Promise<FastifyReply> {
  try {
    const next = (await act()) ?? admitted.job.id;
    return await reply.redirect(`${jobsAddress(services.site, admitted.project)}/${next}`, 303);
  } catch (error) {
    if (!isCopydeskError(error) || error.status >= 500 || !acceptsHtml(request)) throw error;
    const now = await admitToJob(services, request, 'agent:read');
    return await showJob(services, reply.status(error.status), now, { ...shown, refusal: error.message });
  }
}
