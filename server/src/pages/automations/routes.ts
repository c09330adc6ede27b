import type { FastifyInstance, FastifyReply } from 'fastify';
import { listAutomations } from '../../automations/automation.ts';
import type { StoredAutomation } from '../../automations/automation.ts';
import { listRuns, readLastRuns } from '../../automations/runs.ts';
import { changeAutomation, createAutomation, deleteAutomation, runAutomation } from '../../desk/project/automations.ts';
import { dryRunAutomation } from '../../http/automation-dry-run.ts';
import { visibleAutomation } from '../../http/checks/visibility.ts';
import { actorOf, mayEdit } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import type { HttpServices } from '../../http/services.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Project } from '../../projects/project.ts';
import { modelHref } from '../jobs/places.ts';
import { admitForm, admitToProject, admitToSettings } from '../projects/admit.ts';
import type { ProjectRoute } from '../projects/admit.ts';
import { faultsOf, isShownInForm } from '../view/fields.ts';
import type { Faults } from '../view/fields.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { draftOf, emptyDraft, kindNamed, patchOf, readDraft, requestOf } from './draft.ts';
import type { AutomationDraft } from './draft.ts';
import { formMain } from './form.ts';
import { listMain } from './list-view.ts';
import { oneMain } from './one-view.ts';

type OneRoute = { Params: { projectId: string; automationId: string } };

const address = '/projects/:projectId/automations';

const runsShown = 50;

interface Shown {
  viewer: Viewer;
  project: Project;
}

/**
 * Adds the pages of automations: the list, the decisions and dry run of each, and the forms to create and change them.
 */
export function addAutomationPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  addAutomationList(app, services, site);
  addAutomationPage(app, services, site);
  addAutomationForms(app, services, site);
  addAutomationActs(app, services, site);
}

function addAutomationList(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db, now } = services;
  app.get<ProjectRoute>(address, async (request, reply) => {
    const shown = await admitToProject(services, request);
    const { viewer, project } = shown;
    const automations = await listAutomations(db, project.id);
    const ids = automations.map(({ id }) => id);
    const lastRuns = await readLastRuns(db, project.id, ids);
    const follows = await Promise.all(automations.map(async ({ prompt }) => await followed(services, project, prompt)));
    const needModel = new Set(ids.filter((_, index) => follows[index] === false));
    const view = {
      base: baseOf(site, project),
      automations,
      lastRuns,
      needModel,
      mayEdit: mayEdit(viewer),
      now: now(),
    };
    return send(reply, site, shown, 'Automations', listMain(view));
  });
}

function addAutomationPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db, now } = services;
  app.get<OneRoute>(`${address}/:automationId`, async (request, reply) => {
    const shown = await admitToProject(services, request);
    const { viewer, project } = shown;
    const automation = await visibleAutomation(services, project.id, request.params.automationId);
    const cursor = field(request.query, 'cursor');
    const page = await listRuns(db, automation, { limit: runsShown, ...(cursor !== undefined && { cursor }) });
    const isAsked = field(request.query, 'dry-run') !== undefined;
    const rehearsed = isAsked ? await dryRunAutomation(services, automation, project) : undefined;
    const main = oneMain({
      modelHref: (await followed(services, project, automation.prompt)) ? undefined : modelHref(site, project),
      base: baseOf(site, project),
      jobs: site.href(`/projects/${project.id}/jobs`),
      automation,
      ...page,
      dryRun: rehearsed,
      mayEdit: mayEdit(viewer),
      formToken: viewer.formToken,
      now: now(),
    });
    return send(reply, site, shown, automation.name, main);
  });
}

function addAutomationForms(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db, now } = services;
  app.get<ProjectRoute>(`${address}/new`, async (request, reply) => {
    const shown = await admitToSettings(services, request);
    const draft = emptyDraft(kindNamed(field(request.query, 'kind')));
    return await sendForm(services, reply, site, shown, { draft, faults: {} });
  });

  app.post<ProjectRoute>(address, async (request, reply) => {
    const shown = await admitForm(services, request);
    const draft = readDraft(request.body);
    try {
      const { project, viewer } = shown;
      const made = await createAutomation(db, actorOf(viewer), { ...requestOf(draft), projectId: project.id }, now());
      return await reply.redirect(`${baseOf(site, project)}/${made.id}?dry-run=1`, 303);
    } catch (error) {
      if (!isShownInForm(error)) throw error;
      return await sendForm(services, reply.status(error.status), site, shown, { draft, faults: faultsOf(error) });
    }
  });

  app.get<OneRoute>(`${address}/:automationId/edit`, async (request, reply) => {
    const shown = await admitToSettings(services, request);
    const automation = await visibleAutomation(services, shown.project.id, request.params.automationId);
    return await sendForm(services, reply, site, shown, { draft: draftOf(automation), faults: {}, automation });
  });

  app.post<OneRoute>(`${address}/:automationId/edit`, async (request, reply) => {
    const shown = await admitForm(services, request);
    const automation = await visibleAutomation(services, shown.project.id, request.params.automationId);
    const draft = { ...readDraft(request.body), kind: automation.trigger.kind };
    try {
      const { id, projectId } = automation;
      await changeAutomation(db, actorOf(shown.viewer), { ...patchOf(draft), id, projectId }, now());
      return await reply.redirect(`${baseOf(site, shown.project)}/${id}`, 303);
    } catch (error) {
      if (!isShownInForm(error)) throw error;
      return await sendForm(services, reply.status(error.status), site, shown, {
        draft,
        faults: faultsOf(error),
        automation,
      });
    }
  });
}

function addAutomationActs(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db, now } = services;
  const acts: Record<string, (automation: StoredAutomation, viewer: Viewer) => Promise<unknown>> = {
    run: async (automation, viewer) => await runAutomation(db, actorOf(viewer), automation, now()),
    enable: async ({ id, projectId }, viewer) =>
      await changeAutomation(db, actorOf(viewer), { id, projectId, enabled: true }, now()),
    disable: async ({ id, projectId }, viewer) =>
      await changeAutomation(db, actorOf(viewer), { id, projectId, enabled: false }, now()),
    delete: async (automation, viewer) => await deleteAutomation(db, actorOf(viewer), automation),
  };
  for (const [name, act] of Object.entries(acts)) {
    app.post<OneRoute>(`${address}/:automationId/${name}`, async (request, reply) => {
      const { viewer, project } = await admitForm(services, request);
      const automation = await visibleAutomation(services, project.id, request.params.automationId);
      await act(automation, viewer);
      const base = baseOf(site, project);
      return await reply.redirect(name === 'delete' ? base : `${base}/${automation.id}`, 303);
    });
  }
}

interface FormState {
  draft: AutomationDraft;
  faults: Faults;
  automation?: StoredAutomation;
}

async function sendForm(
  services: HttpServices,
  reply: FastifyReply,
  site: Site,
  shown: Shown,
  { draft, faults, automation }: FormState,
): Promise<FastifyReply> {
  const base = baseOf(site, shown.project);
  const { formToken } = shown.viewer;
  const ofKept = automation && { id: automation.id };
  const action = automation === undefined ? base : `${base}/${automation.id}/edit`;
  const canFollow = draft.prompt.trim() === '' || (await followed(services, shown.project, draft.prompt));
  const toModel = canFollow ? undefined : modelHref(site, shown.project);
  const main = formMain({ base, action, draft, faults, formToken, modelHref: toModel, ...ofKept });
  return send(reply, site, shown, automation === undefined ? 'New automation' : `Change ${automation.name}`, main);
}

/** Whether the model of the project can follow the prompt of an automation, as far as that is known. */
async function followed(
  { jobDefaults, followsPrompt }: HttpServices,
  project: Project,
  prompt: string,
): Promise<boolean> {
  return await followsPrompt(jobDefaults(project).model, prompt);
}

function send(reply: FastifyReply, site: Site, { viewer, project }: Shown, title: string, main: Html): FastifyReply {
  return sendPage(reply, site, {
    title,
    viewer: shellOf(viewer),
    section: 'projects',
    project: { id: project.id, name: project.name, tab: 'automations' },
    main,
  });
}

function baseOf(site: Site, { id }: Project): string {
  return site.href(`/projects/${id}/automations`);
}
