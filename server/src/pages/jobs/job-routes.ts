import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import type { HttpServices } from '../../http/services.ts';
import { field } from '../../http/session/form.ts';
import { jobNotFound } from '../../jobs/not-found.ts';
import { withPage } from '../../jobs/present.ts';
import { listPrompts } from '../../jobs/request/prompts.ts';
import { readStep } from '../../jobs/read/steps.ts';
import type { PageNeeds } from '../needs.ts';
import { sendPart } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { addActRoutes } from './act-routes.ts';
import { addChangeRoutes } from './change-routes.ts';
import { admitToJob } from './new/admit.ts';
import type { JobParams } from './new/admit.ts';
import { gatherFor, isVisited, jobAddress, jobPath, showJob, showJobPage } from './show-job.ts';
import type { Admitted, JobPageServices, JobRequest } from './show-job.ts';
import { inLine } from './step/step-bounds.ts';
import { messageMain, stepBody, stepMain } from './step/step-page.ts';

type StepRequest = FastifyRequest<{ Params: JobParams & { step: string } }>;

const large = { config: { isLarge: true } } as const;

/** Adds the live page of a job: what it waits for, does, has done and has changed, and the box for a follow-up. */
export function addJobPage(app: FastifyInstance, services: HttpServices & PageNeeds, site: Site): void {
  const pages = { ...services, site };
  app.get(jobPath, large, (request: JobRequest, reply) => sendJob(pages, request, reply));
  app.get(`${jobPath}/steps/:step`, large, (request: StepRequest, reply) => sendStepPart(pages, request, reply));
  addChangeRoutes(app, pages);
  addActRoutes(app, pages);
}

async function sendJob(services: JobPageServices, request: JobRequest, reply: FastifyReply): Promise<FastifyReply> {
  const admitted = await admitToJob(services, request, 'agent:read');
  const { project, job } = admitted;
  if (!acceptsHtml(request)) {
    return reply.header('vary', 'Accept').send(withPage(services.baseUrl, project.id, job));
  }
  const step = numberIn(request.query, 'step');
  if (step !== undefined) return await showStep(services, reply, admitted, step);
  const message = numberIn(request.query, 'message');
  if (message !== undefined) return await showMessage(services, reply, admitted, message);
  return await showJob(services, reply, admitted, { from: numberIn(request.query, 'from') });
}

async function showStep(
  services: JobPageServices,
  reply: FastifyReply,
  admitted: Admitted,
  number: number,
): Promise<FastifyReply> {
  const step = await readStep(services.db, admitted.job.id, number);
  if (step === undefined) throw jobNotFound();
  const { steps } = await gatherFor(services, admitted, { from: Infinity }).then(({ usage }) => usage);
  const main = stepMain(step, { address: jobAddress(services, admitted), steps });
  return showJobPage(services, reply, admitted, main);
}

async function showMessage(
  services: JobPageServices,
  reply: FastifyReply,
  admitted: Admitted,
  position: number,
): Promise<FastifyReply> {
  const message = (await listPrompts(services.db, admitted.job.id))[position];
  if (message === undefined) throw jobNotFound();
  const main = messageMain(message.prompt, { address: jobAddress(services, admitted), position });
  return showJobPage(services, reply, admitted, main);
}

async function sendStepPart(
  services: JobPageServices,
  request: StepRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await admitToJob(services, request, 'agent:read');
  const number = numberOf(request.params.step);
  const step = number === undefined ? undefined : await readStep(services.db, admitted.job.id, number);
  if (step === undefined) throw jobNotFound();
  const aloneHref = `${jobAddress(services, admitted)}?step=${step.number}`;
  return isVisited(request) ? reply.redirect(aloneHref, 303) : sendPart(reply, stepBody(step, inLine, aloneHref));
}

function numberIn(query: unknown, name: string): number | undefined {
  return numberOf(field(query, name));
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
