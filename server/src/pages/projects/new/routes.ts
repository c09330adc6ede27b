import { createHash, randomUUID } from 'node:crypto';
import { ConnectionRequest, ProjectId, ProjectPatch, ProjectRequest } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { findProject } from '../../../projects/project.ts';
import type { Project } from '../../../projects/project.ts';
import { requireWholeOrganisation } from '../../../http/checks/admit-organisation.ts';
import { checkFields } from '../../../http/checks/fields.ts';
import { actorOf } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import { requireViewer, requireViewerScope } from '../../../http/session/viewer.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { HttpServices } from '../../../http/services.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { sendPage } from '../../view/page-replies.ts';
import { shellOf } from '../../view/shell.ts';
import type { Site } from '../../view/site.ts';
import { connectionOf, typedConnection } from '../connection-form.ts';
import { faultsOf, isShownInForm } from '../../view/fields.ts';
import { placeFaultsOf } from '../place-faults.ts';
import { userRemoved, withoutUser } from '../without-user.ts';
import { countingMain } from './counting.ts';
import type { CountingView } from './counting.ts';
import { foundMain, hostMain, startMain } from './page.ts';
import type { Choice, NewView } from './page.ts';

/** Adds the steps to a new project. The address of each contains what was chosen, and no secret. */
export function addNewProjectPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db } = services;

  app.get('/projects/new', async (request, reply) => {
    const viewer = await admit(request);
    requireWholeOrganisation(viewer);
    const choice = choiceOf(request.query);
    if (hasUser(request.query)) return await reply.redirect(site.href(`/projects/new?${withoutSecret(choice)}`), 303);
    const view = { site, formToken: viewer.formToken, choice, faults: {}, typed: {} };
    if (field(request.query, 'removed') === 'user') {
      return answer(reply.status(400), viewer, startMain({ ...view, faults: { '/repository': userRemoved } }));
    }
    if (choice.repository === '') return answer(reply, viewer, startMain(view));
    return answer(reply, viewer, placeMain({ ...view, ...(await readRepository(viewer, choice, reply)) }));
  });

  app.post('/projects/new', async (request, reply) => {
    const viewer = await admit(request, 'form');
    requireWholeOrganisation(viewer);
    const choice = choiceOf(request.body);
    if (hasUser(request.body)) return await reply.redirect(site.href(`/projects/new?${withoutSecret(choice)}`), 303);
    const asksCredential = field(request.body, 'kind') !== undefined;
    const typed = asksCredential ? typedConnection(request.body) : {};
    try {
      const { repository, ref, docsFolder, name, once } = choice;
      const place = repository === '' ? {} : { repository, ref: ref || undefined, docsFolder };
      const connection = asksCredential ? { connection: connectionOf(request.body) } : {};
      const sent = { name, ...place, ...connection };
      const { body } = checkFields(z.object({ body: ProjectRequest }), { body: sent });
      const requestHash = createHash('sha256').update(JSON.stringify(sent)).digest();
      const made = await services.projects.create(actorOf(viewer), body, {
        key: `form ${once}`,
        requestHash,
      });
      if (made.webhookSecret !== undefined)
        return countingPage(reply, viewer, made.project, { secret: made.webhookSecret });
      const hasHost = made.project.repositoryKind === 'url';
      const next = hasHost && !asksCredential ? 'connect' : 'counting';
      return await reply.redirect(site.href(`/projects/new/${next}?project=${made.project.id}`), 303);
    } catch (error) {
      if (!isShownInForm(error)) throw error;
      const view: NewView = { site, formToken: viewer.formToken, choice, error, faults: placeFaultsOf(error), typed };
      reply.status(error.status);
      if (choice.repository === '') return answer(reply, viewer, startMain(view));
      const { found } = asksCredential ? {} : await readRepository(viewer, choice, undefined);
      return answer(reply, viewer, placeMain({ ...view, found }));
    }
  });

  app.get('/projects/new/connect', async (request, reply) => {
    const viewer = await admit(request);
    const project = await chosen(viewer, request);
    return hostPage(reply, viewer, project);
  });

  app.post('/projects/new/connect', async (request, reply) => {
    const viewer = await admit(request, 'form');
    const project = await chosen(viewer, request);
    const typed = typedConnection(request.body);
    try {
      const { body } = checkFields(z.object({ body: ConnectionRequest }), { body: connectionOf(request.body) });
      const checks = await services.connections.check(project, body);
      if (!checks.ok) return hostPage(reply.status(422), viewer, project, { typed, checks });
      const { webhookSecret } = await services.connections.set(actorOf(viewer), project, body);
      return countingPage(reply, viewer, project, webhookSecret === null ? {} : { secret: webhookSecret });
    } catch (error) {
      if (!isShownInForm(error)) throw error;
      return hostPage(reply.status(error.status), viewer, project, { typed, faults: placeFaultsOf(error) });
    }
  });

  app.get('/projects/new/counting', async (request, reply) => {
    const viewer = await admit(request);
    return countingPage(reply, viewer, await chosen(viewer, request));
  });

  app.post('/projects/new/counting', async (request, reply) => {
    const viewer = await admit(request, 'form');
    const project = await chosen(viewer, request);
    const siteUrl = (field(request.body, 'siteUrl') ?? '').trim();
    const revision = Number(field(request.body, 'revision'));
    try {
      const origins = [URL.parse(siteUrl)?.origin ?? siteUrl];
      const { body } = checkFields(z.object({ body: ProjectPatch }), { body: { siteUrl, origins, revision } });
      await services.projects.change(actorOf(viewer), project, body, 'addresses');
      return await reply.redirect(site.href(`/projects/new/counting?project=${project.id}`), 303);
    } catch (error) {
      if (!isShownInForm(error)) throw error;
      return countingPage(reply.status(error.status), viewer, project, { typed: siteUrl, faults: faultsOf(error) });
    }
  });

  async function admit(request: FastifyRequest, kind: 'page' | 'form' = 'page'): Promise<Viewer> {
    const viewer = await requireViewer(services, request);
    if (kind === 'form') viewer.requireOwnForm(request);
    requireViewerScope(viewer, 'admin');
    return viewer;
  }

  /** Reads the repository. When that fails, returns the error and gives the reply its status. */
  async function readRepository(
    viewer: Viewer,
    choice: Choice,
    reply: FastifyReply | undefined,
  ): Promise<Pick<NewView, 'found' | 'error' | 'faults'>> {
    const { repository, ref, docsFolder } = choice;
    try {
      const found = await services.projects.lookAtRepository(viewer, 'paths', {
        repository,
        docsFolder,
        ...(ref !== '' && { ref }),
      });
      return { found, faults: {} };
    } catch (error) {
      if (!isShownInForm(error)) throw error;
      reply?.status(error.status);
      return { error, faults: placeFaultsOf(error) };
    }
  }

  async function chosen(
    { organisationId, projectId: keyProjectId }: Viewer,
    { query }: FastifyRequest,
  ): Promise<Project> {
    const projectId = field(query, 'project') ?? '';
    const isId = ProjectId.safeParse(projectId).success;
    const project = isId ? await findProject(db, { organisationId, projectId, keyProjectId }) : undefined;
    if (project === undefined) throw jobNotFound();
    return project;
  }

  function hostPage(
    reply: FastifyReply,
    viewer: Viewer,
    project: Project,
    shown: Partial<Pick<Parameters<typeof hostMain>[0], 'typed' | 'faults' | 'checks'>> = {},
  ): FastifyReply {
    const { typed = {}, faults = {}, checks } = shown;
    return answer(reply, viewer, hostMain({ site, project, formToken: viewer.formToken, typed, faults, checks }));
  }

  function countingPage(
    reply: FastifyReply,
    viewer: Viewer,
    project: Project,
    shown: Pick<CountingView, 'secret' | 'typed' | 'faults'> = {},
  ): FastifyReply {
    const { baseUrl } = services;
    return answer(reply, viewer, countingMain({ site, project, baseUrl, formToken: viewer.formToken, ...shown }));
  }

  function answer(reply: FastifyReply, viewer: Viewer, main: Html): FastifyReply {
    return sendPage(reply, site, {
      title: 'New project',
      viewer: shellOf(viewer),
      section: 'projects',
      main: html`${main}`,
    });
  }
}

/** Asks for the address again when nothing was found there. */
function placeMain(view: NewView): Html {
  const { found, faults, typed } = view;
  const isNowhere = found === undefined && faults['/repository'] !== undefined && typed.kind === undefined;
  return isNowhere ? startMain(view) : foundMain(view);
}

function hasUser(sent: unknown): boolean {
  const typed = field(sent, 'repository') ?? '';
  return withoutUser(typed) !== typed;
}

/**
 * Returns the query of the page that says what was removed. A secret must not stay in an address, nor in the browser's
 * history.
 */
function withoutSecret({ repository, ref, docsFolder, name }: Choice): string {
  return new URLSearchParams({ repository, ref, docs: docsFolder, name, removed: 'user' }).toString();
}

function choiceOf(sent: unknown): Choice {
  const text = (name: string) => (field(sent, name) ?? '').trim().slice(0, 2_000);
  return {
    repository: withoutUser(text('repository')),
    ref: text('ref'),
    docsFolder: text('docs'),
    name: text('name'),
    once: text('once') || randomUUID(),
  };
}
