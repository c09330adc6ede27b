import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCopydeskError } from '@copydesk/contract';
import { startJob } from '../../desk/job/create-job.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { withQuota } from '../../http/replies/quota-headers.ts';
import type { PluginServices } from '../../http/services.ts';
import { actorOf, hasScope } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import { findSimilarJob } from '../../jobs/request/similar-job.ts';
import { listAuthors } from '../../jobs/read/authors.ts';
import { readAverage, readCosts } from '../../jobs/usage/costs.ts';
import { withPage } from '../../jobs/present.ts';
import { listJobs } from '../../jobs/read/read.ts';
import type { Project } from '../../projects/project.ts';
import type { PageNeeds } from '../needs.ts';
import { admit } from '../pull-requests/admit.ts';
import { sendPage } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { onceOf, promptFormBytes, typedIn, waitForFirst } from './new/accept-prompt.ts';
import { examplesFor } from './new/examples.ts';
import { isOwnForm, keepText, sendAgain } from './new/form-guard.ts';
import { addJobPage } from './job-routes.ts';
import { readListQuery } from './list-query.ts';
import { addLiveRoute } from './live/live-route.ts';
import { listMain } from './list.ts';
import { addReaderPages } from './reader/reader-routes.ts';
import { newJobMain } from './new/new.ts';
import { jobsAddress, jobsFrame, modelHref } from './places.ts';
import type { JobPageServices } from './show-job.ts';
import { newlyTyped } from './new/prompt-field.ts';
import type { Typed } from './new/prompt-field.ts';

const pageLength = 30;

const listPath = '/projects/:projectId/jobs';

type ProjectRequest = FastifyRequest<{ Params: { projectId: string } }>;

/** Adds the list of a project's jobs, the form for a new one, and the page of each. Clients get the API's JSON. */
export function addJobPages(app: FastifyInstance, services: PluginServices & PageNeeds, site: Site): void {
  const pages = { ...services, site };
  app.get(listPath, (request: ProjectRequest, reply) => sendList(pages, request, reply));
  app.get(`${listPath}/new`, (request: ProjectRequest, reply) => sendNewForm(pages, request, reply));
  app.post(`${listPath}/new`, { bodyLimit: promptFormBytes }, (request: ProjectRequest, reply) =>
    create(pages, request, reply),
  );
  addJobPage(app, services, site);
  addLiveRoute(app, services, site);
  addReaderPages(app, services, site);
}

async function sendList(services: JobPageServices, request: ProjectRequest, reply: FastifyReply) {
  const { db, baseUrl, site } = services;
  const { viewer, project } = await admit(services, request, 'agent:read');
  const query = readListQuery(request.query);
  const [{ jobs, nextCursor }, authors] = await Promise.all([
    listJobs(db, project.id, { ...query, limit: pageLength }),
    listAuthors(db, project.id),
  ]);
  if (!acceptsHtml(request)) {
    const shown = jobs.map((job) => withPage(baseUrl, project.id, job));
    return reply.header('vary', 'Accept').send({ jobs: shown, nextCursor });
  }
  const { model } = services.jobDefaults(project);
  const main = listMain({
    address: jobsAddress(site, project),
    query,
    jobs,
    nextCursor,
    authors,
    costs: await readCosts(
      db,
      jobs.map(({ id }) => id),
    ),
    mayWrite: hasScope(viewer, 'agent:write'),
    examples: jobs.length === 0 ? examplesFor(model, undefined).slice(0, 3) : [],
    now: services.now(),
  });
  return sendPage(reply, site, { title: 'Jobs', ...jobsFrame(viewer, project), main });
}

async function sendNewForm(services: JobPageServices, request: ProjectRequest, reply: FastifyReply) {
  const admitted = await admit(services, request, 'agent:write');
  return await showForm(services, reply, admitted, newlyTyped(field(request.query, 'prompt')));
}

async function create(services: JobPageServices, request: ProjectRequest, reply: FastifyReply) {
  const { site, baseUrl } = services;
  const admitted = await keepText(site, request, reply, () => admit(services, request, 'agent:write'));
  if (admitted === undefined) return reply;
  const typed = typedIn(request);
  if (!isOwnForm(admitted.viewer, request, baseUrl)) {
    return await showForm(services, reply.status(403), admitted, { ...typed, ...sendAgain });
  }
  if (typed.wrong !== undefined) return await showForm(services, reply.status(400), admitted, typed);
  const alike = acceptsHtml(request) ? await alikeBefore(services, request, admitted, typed) : undefined;
  if (alike !== undefined) return await showForm(services, reply.status(409), admitted, { ...typed, alike });
  try {
    const id = await start(services, reply, admitted, typed);
    return await reply.redirect(`${jobsAddress(site, admitted.project)}/${id}`, 303);
  } catch (error) {
    if (!isCopydeskError(error) || error.status >= 500 || !acceptsHtml(request)) throw error;
    const refused = { ...typed, wrong: error.message, code: error.code };
    return await showForm(services, reply.status(error.status), admitted, refused);
  }
}

interface Admitted {
  viewer: Viewer;
  project: Project;
}

/**
 * Returns the address of a recent job with the same prompt, unless the form asks for another one. A browser that goes
 * back loads the form anew, with a new one-time id, and restores the text of the earlier one.
 */
async function alikeBefore(
  services: JobPageServices,
  { body }: FastifyRequest,
  { viewer, project }: Admitted,
  typed: Typed,
) {
  if (field(body, 'another') !== undefined) return undefined;
  const { prompt } = typed;
  const once = onceOf(typed, { endpoint: 'createJob', projectId: project.id });
  const asked = { projectId: project.id, author: actorOf(viewer), prompt, idempotencyKey: once?.key };
  const job = await findSimilarJob(services.db, { ...asked, now: services.now() });
  return job && `${jobsAddress(services.site, project)}/${job.id}`;
}

async function start(
  services: JobPageServices,
  reply: FastifyReply,
  { viewer, project }: Admitted,
  typed: Typed,
): Promise<string> {
  const idempotency = onceOf(typed, { endpoint: 'createJob', projectId: project.id });
  const { job } = await waitForFirst(
    async () =>
      await withQuota(services, 'create', project.id, reply, async (quota) => {
        const request = { project, prompt: typed.prompt, ...services.jobDefaults(project), idempotency, quota };
        return await startJob(services.db, actorOf(viewer), { ...request, now: services.now() });
      }),
  );
  return job.id;
}

async function showForm(
  services: JobPageServices,
  reply: FastifyReply,
  { viewer, project }: Admitted,
  typed: Typed,
): Promise<FastifyReply> {
  const { db, site } = services;
  const { model } = services.jobDefaults(project);
  const [average, found, { warnings }] = await Promise.all([
    readAverage(db, project.id, model),
    services.siteOf(project),
    services.projects.models(project),
  ]);
  const { budget, prices } = services.jobLimits;
  const { steps, tokens, usd, minutes } = project.limits;
  const main = newJobMain({
    address: jobsAddress(site, project),
    typed,
    formToken: viewer.formToken,
    model,
    modelWarning: warnings.map(({ detail }) => detail).join(' '),
    modelHref: modelHref(site, project),
    price: prices(model, services.now()),
    budget: {
      steps: steps ?? budget.steps,
      tokens: tokens ?? budget.tokens,
      usd: usd ?? budget.usd,
      minutes: minutes ?? budget.minutes,
    },
    average,
    site: found,
  });
  return sendPage(reply, site, { title: 'New job', ...jobsFrame(viewer, project), main });
}
