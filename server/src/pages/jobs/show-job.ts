import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServices } from '../../http/services.ts';
import type { PageNeeds } from '../needs.ts';
import type { HtmlValue } from '../view/html.ts';
import { sendPage } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { gatherJob } from './gather.ts';
import type { Gathered } from './gather.ts';
import type { admitToJob, JobParams } from './new/admit.ts';
import { jobMain } from './page.ts';
import { jobsAddress, jobsFrame } from './places.ts';
import type { JobView } from './view.ts';
import { plainFirstLine } from './words.ts';

/** What the routes of a job's page need. */
export type JobPageServices = HttpServices & PageNeeds & { site: Site };

export type JobRequest = FastifyRequest<{ Params: JobParams }>;

/** A viewer who may see a job, the job and its project. */
export type Admitted = Awaited<ReturnType<typeof admitToJob>>;

/** The path of a job's page. */
export const jobPath = '/projects/:projectId/jobs/:jobId';

/** Returns the address of a job's page. */
export function jobAddress({ site }: JobPageServices, { project, job }: Pick<Admitted, 'project' | 'job'>): string {
  return `${jobsAddress(site, project)}/${job.id}`;
}

/** Sends the page of a job, with what a form asks to be shown on it. */
export async function showJob(
  services: JobPageServices,
  reply: FastifyReply,
  admitted: Admitted,
  asked: Partial<Gathered>,
): Promise<FastifyReply> {
  return showJobPage(services, reply, admitted, jobMain(await gatherFor(services, admitted, asked)));
}

/** Collects what the page of a job shows to a viewer. */
export async function gatherFor(
  services: JobPageServices,
  { viewer, project, job }: Admitted,
  asked: Partial<Gathered>,
): Promise<JobView> {
  const { site } = services;
  return await gatherJob(services, { viewer, project, job, listAddress: jobsAddress(site, project), site, ...asked });
}

/** Sends a page about a job, under the first line of its summary. */
export function showJobPage(
  { site }: JobPageServices,
  reply: FastifyReply,
  { viewer, project, job }: Admitted,
  main: HtmlValue,
): FastifyReply {
  const title = plainFirstLine(job.summary, 80) || 'Job';
  return sendPage(reply, site, { title, ...jobsFrame(viewer, project), main });
}

/** Whether a browser would show the response as a page. A part of a page must not be shown so. */
export function isVisited(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-dest'] === 'document';
}
