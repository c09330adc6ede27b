import { ConnectionRequest, ProjectId, ProjectPatch } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { findProject } from '../../../projects/project.ts';
import type { Project } from '../../../projects/project.ts';
import { checkFields } from '../../../http/checks/fields.ts';
import { actorOf } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { HttpServices } from '../../../http/services.ts';
import type { Site } from '../../view/site.ts';
import { connectionOf, typedConnection } from '../connection-form.ts';
import { faultsOf, isShownInForm } from '../../view/fields.ts';
import { placeFaultsOf } from '../place-faults.ts';
import { admit, answer, answerCounting } from './answer.ts';
import type { StepServices } from './answer.ts';
import { createChosen, sendFirstStep } from './first-steps.ts';
import { hostMain } from './page.ts';

/** Adds the steps to a new project. The address of each contains what was chosen, and no secret. */
export function addNewProjectPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const pages = { ...services, site };
  app.get('/projects/new', (request, reply) => sendFirstStep(pages, request, reply));
  app.post('/projects/new', (request, reply) => createChosen(pages, request, reply));
  app.get('/projects/new/connect', async (request, reply) =>
    answerHost(pages, reply, await admitToChosen(pages, request)),
  );
  app.post('/projects/new/connect', (request, reply) => connect(pages, request, reply));
  app.get('/projects/new/counting', async (request, reply) =>
    answerCounting(pages, reply, await admitToChosen(pages, request)),
  );
  app.post('/projects/new/counting', (request, reply) => allowSite(pages, request, reply));
}

interface Chosen {
  viewer: Viewer;
  project: Project;
}

/** Returns the viewer, and the project that the address names. @throws CopydeskError also `not_found` */
async function admitToChosen(services: StepServices, request: FastifyRequest, kind?: 'form'): Promise<Chosen> {
  const viewer = await admit(services, request, kind);
  const { organisationId, projectId: keyProjectId } = viewer;
  const projectId = field(request.query, 'project') ?? '';
  const isId = ProjectId.safeParse(projectId).success;
  const project = isId ? await findProject(services.db, { organisationId, projectId, keyProjectId }) : undefined;
  if (project === undefined) throw jobNotFound();
  return { viewer, project };
}

function answerHost(
  services: StepServices,
  reply: FastifyReply,
  { viewer, project }: Chosen,
  shown: Partial<Pick<Parameters<typeof hostMain>[0], 'typed' | 'faults' | 'checks'>> = {},
): FastifyReply {
  const { site } = services;
  const { typed = {}, faults = {}, checks } = shown;
  const main = hostMain({ site, project, formToken: viewer.formToken, typed, faults, checks });
  return answer(services, reply, viewer, main);
}

/** Connects the project with its code host, if the credential can do what is needed. */
async function connect(services: StepServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const chosen = await admitToChosen(services, request, 'form');
  const { viewer, project } = chosen;
  const typed = typedConnection(request.body);
  try {
    const { body } = checkFields(z.object({ body: ConnectionRequest }), { body: connectionOf(request.body) });
    const checks = await services.connections.check(project, body);
    if (!checks.ok) return answerHost(services, reply.status(422), chosen, { typed, checks });
    const { webhookSecret: secret } = await services.connections.set(actorOf(viewer), project, body);
    return answerCounting(services, reply, chosen, secret === null ? {} : { secret });
  } catch (error) {
    if (!isShownInForm(error)) throw error;
    return answerHost(services, reply.status(error.status), chosen, { typed, faults: placeFaultsOf(error) });
  }
}

/** Lets the published site send page views. */
async function allowSite(services: StepServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const chosen = await admitToChosen(services, request, 'form');
  const { viewer, project } = chosen;
  const siteUrl = (field(request.body, 'siteUrl') ?? '').trim();
  const revision = Number(field(request.body, 'revision'));
  try {
    const origins = [URL.parse(siteUrl)?.origin ?? siteUrl];
    const { body } = checkFields(z.object({ body: ProjectPatch }), { body: { siteUrl, origins, revision } });
    await services.projects.change(actorOf(viewer), project, body, 'addresses');
    return await reply.redirect(services.site.href(`/projects/new/counting?project=${project.id}`), 303);
  } catch (error) {
    if (!isShownInForm(error)) throw error;
    return answerCounting(services, reply.status(error.status), chosen, { typed: siteUrl, faults: faultsOf(error) });
  }
}
