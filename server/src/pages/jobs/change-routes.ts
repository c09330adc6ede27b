import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError, FileDiff, JobDiff } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readEffect } from '../../analytics/effect/effect.ts';
import { readImpact } from '../../analytics/read/page/impact.ts';
import { field } from '../../http/session/form.ts';
import { readTouchedFiles } from '../../jobs/deliver/touched-files.ts';
import { readMergedAt } from '../../jobs/hosts/merged-at.ts';
import type { Project } from '../../projects/project.ts';
import { textAt } from '../pull-requests/file-text.ts';
import type { HtmlValue } from '../view/html.ts';
import { sendPart } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { admitToJob } from './new/admit.ts';
import { effectPart } from './reader/effect.ts';
import { impactPart } from './reader/impact.ts';
import { isVisited, jobAddress, jobPath, showJobPage } from './show-job.ts';
import type { Admitted, JobPageServices, JobRequest } from './show-job.ts';
import { changesMain, changesPart, inJobPage } from './step/changes.ts';

const large = { config: { isLarge: true } } as const;

/** Adds what a job has changed, as a page and as a part of the job's page, and what its readers did afterwards. */
export function addChangeRoutes(app: FastifyInstance, services: JobPageServices): void {
  app.get(`${jobPath}/changes`, large, (request: JobRequest, reply) => sendChanges(services, request, reply));
  app.get(`${jobPath}/changes/part`, large, (request: JobRequest, reply) => sendChangesPart(services, request, reply));
  app.get(`${jobPath}/effect/part`, large, (request: JobRequest, reply) => sendEffectPart(services, request, reply));
}

async function sendChanges(services: JobPageServices, request: JobRequest, reply: FastifyReply): Promise<FastifyReply> {
  const admitted = await admitToJob(services, request, 'agent:read');
  const view = await readChanges(services, request, admitted);
  const main = await changesMain(view, jobAddress(services, admitted));
  return showJobPage(services, reply, admitted, main);
}

async function sendChangesPart(
  services: JobPageServices,
  request: JobRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await admitToJob(services, request, 'agent:read');
  if (isVisited(request)) return reply.redirect(`${jobAddress(services, admitted)}/changes`, 303);
  return sendPart(reply, await changesPart(await readChanges(services, request, admitted), inJobPage));
}

async function readChanges(services: JobPageServices, request: JobRequest, admitted: Admitted) {
  const { project, job } = admitted;
  const address = jobAddress(services, admitted);
  const diff = await diffOrReason(services, project, job.id);
  // While a turn is in progress, what it has written is in no commit.
  const commit = isCopydeskError(diff) ? null : diff.headCommit;
  const repository = commit === null ? undefined : await services.repository(project);
  const textOf = async (file: FileDiff) =>
    repository && commit !== null ? await textAt(repository, commit, file) : undefined;
  return {
    address: `${address}/changes`,
    pagesAddress: `${address}/pages`,
    diff,
    impact: await readers(services, project, job.id),
    onlyFile: field(request.query, 'file'),
    textOf,
  };
}

async function diffOrReason(
  services: JobPageServices,
  project: Project,
  jobId: string,
): Promise<JobDiff | CopydeskError> {
  try {
    return await services.readDiff(project, jobId);
  } catch (error) {
    if (isCopydeskError(error) && error.code !== 'database_unavailable') return error;
    throw error;
  }
}

/** Renders who read the changed pages before. */
async function readers(services: JobPageServices, project: Project, jobId: string): Promise<HtmlValue> {
  const { db, site } = services;
  const impact = await readImpact(db, viewsOf(services, project), await readTouchedFiles(db, jobId));
  return impactPart(impact, readersHref(site, project));
}

async function sendEffectPart(
  services: JobPageServices,
  request: JobRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, site } = services;
  const admitted = await admitToJob(services, request, 'agent:read');
  if (isVisited(request)) return reply.redirect(jobAddress(services, admitted), 303);
  const { project, job } = admitted;
  const change = { touched: await readTouchedFiles(db, job.id), mergedAt: await readMergedAt(db, job.id), days: 14 };
  const effect = await readEffect(db, viewsOf(services, project), change);
  return sendPart(reply, effectPart(effect, readersHref(site, project)));
}

/** Which views are read: those of the project, as far back as they are kept. */
function viewsOf({ now, views }: JobPageServices, { number: projectId }: Project) {
  return { projectId, now: now(), retentionMonths: views.retentionMonths };
}

function readersHref(site: Site, project: Project): (page: string) => string {
  return (page) => site.href(`/projects/${project.id}/readers/page?${new URLSearchParams({ path: page }).toString()}`);
}
