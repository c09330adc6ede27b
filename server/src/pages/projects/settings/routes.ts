import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCopydeskError } from '@copydesk/contract';
import { deleteProject } from '../../../desk/project/delete-project.ts';
import type { Project } from '../../../projects/project.ts';
import { actorOf, mayUsePaths, requireMayChange } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import { requireViewerScope } from '../../../http/session/viewer.ts';
import type { HttpServices } from '../../../http/services.ts';
import { sendPage } from '../../view/page-replies.ts';
import { shellOf } from '../../view/shell.ts';
import type { Site } from '../../view/site.ts';
import { admitForm, admitToSettings } from '../admit.ts';
import type { ProjectRoute } from '../admit.ts';
import { refusedFaults } from './refused-faults.ts';
import { withoutUser } from '../without-user.ts';
import { settingsActions } from './actions.ts';
import type { Done, SettingsAction } from './action.ts';
import { gatherSettings, withoutPlace } from './gather.ts';
import type { SettingsServices, SettingsVisit } from './gather.ts';
import { settingsMain } from './page.ts';
import { patchForms } from './forms/patch-forms.ts';
import type { PatchForm } from './setting.ts';
import { patchOf, typedInto } from './sent-patch.ts';
import { isShownInForm } from '../../view/fields.ts';
import type { Outcome, SettingsView } from './view.ts';

/**
 * Enough for the longest instructions, and for longer ones to get a proper error: a form encodes a character in up to
 * twelve.
 */
const settingsFormBytes = 512 * 1024;

const base = '/projects/:projectId/settings';

/** Adds the settings of a project. Each section is its own form. */
export function addSettingsPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const pages = { ...services, site };
  app.get<ProjectRoute>(base, async (request, reply) =>
    answer(pages, reply, { request, ...(await admitToSettings(services, request)) }),
  );
  // After a refusal the browser shows the address of the form, which somebody may open again.
  app.get<ProjectRoute>(`${base}/*`, async (request, reply) => {
    const { project } = await admitToSettings(services, request);
    return await reply.redirect(site.href(`/projects/${project.id}/settings`), 303);
  });
  for (const form of patchForms) {
    app.post<ProjectRoute>(`${base}/${form.id}`, { bodyLimit: settingsFormBytes }, async (request, reply) =>
      save(pages, form, reply, { request, ...(await admitForm(services, request)) }),
    );
  }
  for (const action of settingsActions) {
    app.post<ProjectRoute>(`${base}/${action.path}`, async (request, reply) =>
      act(pages, action, reply, { request, ...(await admitForm(services, request)) }),
    );
  }
  app.post<ProjectRoute>(`${base}/delete`, async (request, reply) =>
    remove(pages, reply, { request, ...(await admitForm(services, request)) }),
  );
}

async function save(
  services: SettingsServices,
  form: PatchForm,
  reply: FastifyReply,
  visit: SettingsVisit,
): Promise<FastifyReply> {
  try {
    await change(services, form, visit);
    return await toSection(services, reply, visit.project, form.id);
  } catch (error) {
    const outcome = { section: form.id, typed: isShownInForm(error) ? typedInto(form, visit.request.body) : {} };
    return await refuse(services, reply, visit, { error, outcome });
  }
}

/**
 * Somebody else may change another section in between, so the change is retried: only conflicts in the form's own
 * fields count.
 */
async function change(
  services: SettingsServices,
  form: PatchForm,
  { request, viewer, project }: SettingsVisit,
  attempts = 3,
): Promise<void> {
  const patch = patchOf(form, request.body, withoutPlace(services, project));
  requireMayChange(viewer, project, patch);
  try {
    await services.projects.change(actorOf(viewer), project, patch, mayUsePaths(viewer));
  } catch (error) {
    if (attempts === 1 || !isCopydeskError(error, 'changed_meanwhile')) throw error;
    await change(services, form, { request, ...(await admitToSettings(services, request)) }, attempts - 1);
  }
}

async function act(
  services: SettingsServices,
  action: SettingsAction,
  reply: FastifyReply,
  visit: SettingsVisit,
): Promise<FastifyReply> {
  const { request, viewer, project } = visit;
  try {
    const done = await action.act(services, { viewer, actor: actorOf(viewer), project, request });
    return await settle(services, reply, visit, { section: action.section, done });
  } catch (error) {
    const outcome = { section: action.section, typed: action.typed(request.body) };
    return await refuse(services, reply, visit, { error, outcome });
  }
}

/** Confirms an action on the page that follows. What is shown only once goes into this reply. */
async function settle(
  services: SettingsServices,
  reply: FastifyReply,
  visit: SettingsVisit,
  { section, done }: { section: string; done: Done },
): Promise<FastifyReply> {
  const { project } = visit;
  if (done === undefined) return await toSection(services, reply, project, section);
  if (typeof done === 'string') {
    return await reply.redirect(services.site.href(`/projects/${project.id}/settings?${done}`), 303);
  }
  return await answer(services, reply, visit, { section, ...done });
}

async function toSection(
  { site }: SettingsServices,
  reply: FastifyReply,
  { id }: Project,
  section: string,
): Promise<FastifyReply> {
  return await reply.redirect(site.href(`/projects/${id}/settings?done=${section}#${section}`), 303);
}

async function remove(services: SettingsServices, reply: FastifyReply, visit: SettingsVisit): Promise<FastifyReply> {
  const { request, viewer, project } = visit;
  requireViewerScope(viewer, 'admin');
  const name = field(request.body, 'name') ?? '';
  try {
    await deleteProject(services.db, actorOf(viewer), { projectId: project.id, name });
    return await reply.redirect(services.site.href('/projects?done=deleted'), 303);
  } catch (error) {
    return await refuse(services, reply, visit, { error, outcome: { section: 'delete', typed: { name } } });
  }
}

async function refuse(
  services: SettingsServices,
  reply: FastifyReply,
  visit: SettingsVisit,
  { error, outcome }: { error: unknown; outcome: Outcome },
): Promise<FastifyReply> {
  if (!isShownInForm(error)) throw error;
  const { repository } = outcome.typed ?? {};
  const typed = repository === undefined ? outcome.typed : { ...outcome.typed, repository: withoutUser(repository) };
  // The newest revision is read, so that the person, who now sees both values, can send theirs again.
  const { project } = await admitToSettings(services, visit.request);
  const refused = { ...outcome, typed, faults: refusedFaults(error, typed) };
  return await answer(services, reply.status(error.status), { ...visit, project }, refused);
}

async function answer(
  services: SettingsServices,
  reply: FastifyReply,
  visit: SettingsVisit,
  outcome?: Outcome,
): Promise<FastifyReply> {
  const { request, viewer, project } = visit;
  const view = await gatherSettings(services, visit, outcome);
  return sendPage(reply, services.site, {
    title: 'Settings',
    viewer: shellOf(viewer),
    section: 'projects',
    project: { id: project.id, name: project.name, tab: 'settings' },
    notice: outcome === undefined ? noticeOf(field(request.query, 'done'), view) : undefined,
    main: settingsMain(view),
  });
}

function noticeOf(done: string | undefined, { modelWarnings }: SettingsView): string | undefined {
  if (done === undefined) return undefined;
  const warns = (done === 'agent' || done === 'models') && modelWarnings.length > 0;
  return warns ? `Saved, with a warning: ${modelWarnings.map(({ detail }) => detail).join(' ')}` : 'Saved.';
}
