import type { FastifyRequest } from 'fastify';
import { exposureWarning } from '../../../projects/connection/context-exposure.ts';
import { listContextRepositories } from '../../../projects/connection/context-repositories.ts';
import { readContents } from '../../../projects/delete.ts';
import { listModelKeys } from '../../../projects/model-keys.ts';
import type { Project } from '../../../projects/project.ts';
import { listSentMails } from '../../../reports/sendings.ts';
import { listTriggers } from '../../../triggers/trigger.ts';
import { listDeliveries } from '../../../webhooks/deliveries.ts';
import { listWebhooks } from '../../../webhooks/webhook.ts';
import { hasScope } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { HttpServices } from '../../../http/services.ts';
import type { Site } from '../../view/site.ts';
import type { ProjectRoute } from '../admit.ts';
import type { Outcome, SettingsView } from './view.ts';

/** What the routes of the settings need. */
export type SettingsServices = HttpServices & { site: Site };

/** A request of a viewer who may see the settings of a project. */
export interface SettingsVisit {
  request: FastifyRequest<ProjectRoute>;
  viewer: Viewer;
  project: Project;
}

/** Two reports of as many recipients as a project may have. */
const mostMails = 40;

/** Collects what the settings of a project show. */
export async function gatherSettings(
  services: SettingsServices,
  { request: { query }, viewer, project }: SettingsVisit,
  outcome: Outcome | undefined,
): Promise<SettingsView> {
  const { db, site, baseUrl } = services;
  const webhookId = field(query, 'webhook');
  const [connection, context, modelKeys, { warnings }, webhooks, sentMails, triggers, contents] = await Promise.all([
    services.connections.read(project.id),
    listContextRepositories(db, project.id),
    listModelKeys(db, project.id),
    services.projects.models(project),
    listWebhooks(db, project.id),
    listSentMails(db, project.id, mostMails),
    listTriggers(db, project.id),
    readContents(db, project),
  ]);
  const opened = webhooks.find(({ id }) => id === webhookId);
  const list = opened && (await listDeliveries(db, opened.id, { limit: 20 })).deliveries;
  return {
    site,
    baseUrl,
    project: withoutPlace(services, project),
    now: services.now(),
    formToken: viewer.formToken,
    connection,
    context,
    contextWarning: exposureWarning(field(query, 'exposure')),
    modelKeys,
    modelWarnings: warnings,
    webhooks,
    deliveries: opened && list && { webhookId: opened.id, list },
    sentMails,
    triggers,
    openTrigger: field(query, 'trigger'),
    contents,
    mayDelete: hasScope(viewer, 'admin'),
    outcome,
  };
}

/** Hides where a kept repository is stored: readers do not need it. */
export function withoutPlace({ projects }: HttpServices, project: Project): Project {
  return { ...project, repository: projects.present(project).repository };
}
