import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCopydeskError } from '@copydesk/contract';
import { deleteProject } from '../../../desk/project/delete-project.ts';
import { exposureWarning } from '../../../projects/connection/context-exposure.ts';
import { listContextRepositories } from '../../../projects/connection/context-repositories.ts';
import { readContents } from '../../../projects/delete.ts';
import { listModelKeys } from '../../../projects/model-keys.ts';
import type { Project } from '../../../projects/project.ts';
import { listSentMails } from '../../../reports/sendings.ts';
import { listTriggers } from '../../../triggers/trigger.ts';
import { listDeliveries } from '../../../webhooks/deliveries.ts';
import { listWebhooks } from '../../../webhooks/webhook.ts';
import { actorOf, hasScope, mayUsePaths, requireMayChange } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import { requireViewerScope } from '../../../http/session/viewer.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { HttpServices } from '../../../http/services.ts';
import { sendPage } from '../../view/page-replies.ts';
import { shellOf } from '../../view/shell.ts';
import type { Site } from '../../view/site.ts';
import { admitForm, admitToSettings } from '../admit.ts';
import type { ProjectRoute } from '../admit.ts';
import { refusedFaults } from './refused-faults.ts';
import { withoutUser } from '../without-user.ts';
import { settingsActions } from './actions.ts';
import type { Done } from './action.ts';
import { settingsMain } from './page.ts';
import { patchForms } from './forms/patch-forms.ts';
import type { PatchForm } from './setting.ts';
import { patchOf, typedInto } from './sent-patch.ts';
import { isShownInForm } from '../../view/fields.ts';
import type { Outcome } from './view.ts';

type SettingsRequest = FastifyRequest<ProjectRoute>;

/**
 * Enough for the longest instructions, and for longer ones to get a proper error: a form encodes a character in up to
 * twelve.
 */
const settingsFormBytes = 512 * 1024;

/** Two reports of as many recipients as a project may have. */
const mostMails = 40;

/** Adds the settings of a project. Each section is its own form. */
export function addSettingsPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db } = services;
  const base = '/projects/:projectId/settings';

  app.get<ProjectRoute>(base, async (request, reply) => {
    const { viewer, project } = await admitToSettings(services, request);
    return await answer(reply, request, { viewer, project });
  });

  // After a refusal the browser shows the address of the form, which somebody may open again.
  app.get<ProjectRoute>(`${base}/*`, async (request, reply) => {
    const { project } = await admitToSettings(services, request);
    return await reply.redirect(site.href(`/projects/${project.id}/settings`), 303);
  });

  for (const form of patchForms) {
    app.post<ProjectRoute>(`${base}/${form.id}`, { bodyLimit: settingsFormBytes }, async (request, reply) => {
      const { viewer, project } = await admitForm(services, request);
      try {
        await change(form, request, { viewer, project });
        return await toSection(reply, project, form.id);
      } catch (error) {
        const outcome = { section: form.id, typed: isShownInForm(error) ? typedInto(form, request.body) : {} };
        return await refuse(reply, request, { viewer, project }, { error, outcome });
      }
    });
  }

  for (const action of settingsActions) {
    app.post<ProjectRoute>(`${base}/${action.path}`, async (request, reply) => {
      const { viewer, project } = await admitForm(services, request);
      try {
        const done = await action.act(services, { viewer, actor: actorOf(viewer), project, request });
        return await settle(reply, request, { viewer, project, section: action.section, done });
      } catch (error) {
        const outcome = { section: action.section, typed: action.typed(request.body) };
        return await refuse(reply, request, { viewer, project }, { error, outcome });
      }
    });
  }

  app.post<ProjectRoute>(`${base}/delete`, async (request, reply) => {
    const { viewer, project } = await admitForm(services, request);
    requireViewerScope(viewer, 'admin');
    const name = field(request.body, 'name') ?? '';
    try {
      await deleteProject(db, actorOf(viewer), { projectId: project.id, name });
      return await reply.redirect(site.href('/projects?done=deleted'), 303);
    } catch (error) {
      return await refuse(
        reply,
        request,
        { viewer, project },
        { error, outcome: { section: 'delete', typed: { name } } },
      );
    }
  });

  /**
   * Somebody else may change another section in between, so the change is retried: only conflicts in the form's own
   * fields count.
   */
  async function change(
    form: PatchForm,
    request: SettingsRequest,
    { viewer, project }: { viewer: Viewer; project: Project },
    attempts = 3,
  ): Promise<void> {
    const patch = patchOf(form, request.body, shown(project));
    requireMayChange(viewer, project, patch);
    try {
      await services.projects.change(actorOf(viewer), project, patch, mayUsePaths(viewer));
    } catch (error) {
      if (attempts === 1 || !isCopydeskError(error, 'changed_meanwhile')) throw error;
      await change(form, request, await admitToSettings(services, request), attempts - 1);
    }
  }

  /** Hides where a kept repository is stored: readers do not need it. */
  function shown(project: Project): Project {
    return { ...project, repository: services.projects.present(project).repository };
  }

  /** Confirms an action on the page that follows. What is shown only once goes into this reply. */
  async function settle(
    reply: FastifyReply,
    request: SettingsRequest,
    { viewer, project, section, done }: { viewer: Viewer; project: Project; section: string; done: Done },
  ): Promise<FastifyReply> {
    if (done === undefined) return await toSection(reply, project, section);
    if (typeof done === 'string')
      return await reply.redirect(site.href(`/projects/${project.id}/settings?${done}`), 303);
    return await answer(reply, request, { viewer, project }, { section, ...done });
  }

  async function toSection(reply: FastifyReply, { id }: Project, section: string): Promise<FastifyReply> {
    return await reply.redirect(site.href(`/projects/${id}/settings?done=${section}#${section}`), 303);
  }

  async function refuse(
    reply: FastifyReply,
    request: SettingsRequest,
    before: { viewer: Viewer; project: Project },
    { error, outcome }: { error: unknown; outcome: Outcome },
  ): Promise<FastifyReply> {
    if (!isShownInForm(error)) throw error;
    const { repository } = outcome.typed ?? {};
    const typed = repository === undefined ? outcome.typed : { ...outcome.typed, repository: withoutUser(repository) };
    // The newest revision is read, so that the person, who now sees both values, can send theirs again.
    const { project } = await admitToSettings(services, request);
    return await answer(
      reply.status(error.status),
      request,
      { ...before, project },
      { ...outcome, typed, faults: refusedFaults(error, typed) },
    );
  }

  async function answer(
    reply: FastifyReply,
    request: SettingsRequest,
    { viewer, project }: { viewer: Viewer; project: Project },
    outcome?: Outcome,
  ): Promise<FastifyReply> {
    const webhookId = field(request.query, 'webhook');
    const [connection, context, modelKeys, webhooks, sentMails, triggers, contents] = await Promise.all([
      services.connections.read(project.id),
      listContextRepositories(db, project.id),
      listModelKeys(db, project.id),
      listWebhooks(db, project.id),
      listSentMails(db, project.id, mostMails),
      listTriggers(db, project.id),
      readContents(db, project),
    ]);
    const opened = webhooks.find(({ id }) => id === webhookId);
    const list = opened && (await listDeliveries(db, opened.id, { limit: 20 })).deliveries;
    return sendPage(reply, site, {
      title: 'Settings',
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'settings' },
      notice: outcome === undefined && field(request.query, 'done') !== undefined ? 'Saved.' : undefined,
      main: settingsMain({
        site,
        baseUrl: services.baseUrl,
        project: shown(project),
        now: services.now(),
        formToken: viewer.formToken,
        connection,
        context,
        contextWarning: exposureWarning(field(request.query, 'exposure')),
        modelKeys,
        webhooks,
        deliveries: opened && list && { webhookId: opened.id, list },
        sentMails,
        triggers,
        openTrigger: field(request.query, 'trigger'),
        contents,
        mayDelete: hasScope(viewer, 'admin'),
        outcome,
      }),
    });
  }
}
