import { AutomationId, DeliveryId, JobId, KeyId, ProjectId, TriggerId, WebhookId } from '@copydesk/contract';
import type { Webhook } from '@copydesk/contract';
import { jobNotFound } from '../../jobs/not-found.ts';
import type { StoredJob } from '../../jobs/present.ts';
import { findJob } from '../../jobs/read/read.ts';
import { findProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import { noSuchKey, readKey } from '../../projects/key/read-keys.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import { readAutomation } from '../../automations/automation.ts';
import type { StoredAutomation } from '../../automations/automation.ts';
import { readTrigger } from '../../triggers/trigger.ts';
import type { StoredTrigger } from '../../triggers/trigger.ts';
import { hasDelivery } from '../../webhooks/deliveries.ts';
import { readWebhook } from '../../webhooks/webhook.ts';
import type { HttpServices } from '../services.ts';
import type { Caller } from '../session/caller.ts';

/**
 * Checks 404: returns the project if the caller may see it. An absent project and one of another organisation cause the
 * same query and the same reply.
 *
 * @throws CopydeskError `not_found`.
 */
export async function visibleProject(
  services: Pick<HttpServices, 'db'>,
  caller: Caller,
  projectId: string,
): Promise<Project> {
  const project = await findVisibleProject(services, caller, projectId);
  if (project === undefined) throw jobNotFound();
  return project;
}

/** Does the same, but returns undefined instead of throwing 404. */
export async function findVisibleProject(
  services: Pick<HttpServices, 'db'>,
  { organisationId, projectId: keyProjectId }: Caller,
  projectId: string,
): Promise<Project | undefined> {
  if (!ProjectId.safeParse(projectId).success) return undefined;
  return await findProject(services.db, { organisationId, projectId, keyProjectId });
}

/**
 * Checks 404: returns a job of a project if the caller may see it. The job's row contains its organisation, so the
 * project is not read: clients poll this path.
 *
 * @throws CopydeskError `not_found`.
 */
export async function visibleJob(
  services: Pick<HttpServices, 'db'>,
  caller: Caller,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<StoredJob> {
  if (!ProjectId.safeParse(projectId).success || !JobId.safeParse(jobId).success) throw jobNotFound();
  const job = await findJob(services.db, { organisationId: caller.organisationId, projectId, jobId });
  const isBoundElsewhere = caller.projectId !== null && caller.projectId !== projectId;
  if (job === undefined || isBoundElsewhere) throw jobNotFound();
  return job;
}

/** Checks 404: returns an API key if the caller may see it. @throws CopydeskError `not_found`. */
export async function visibleKey(
  services: Pick<HttpServices, 'db'>,
  { organisationId, projectId: boundTo }: Caller,
  keyId: string,
): Promise<ApiKey> {
  if (!KeyId.safeParse(keyId).success) throw noSuchKey();
  return await readKey(services.db, { organisationId, keyId, boundTo });
}

/** Checks 404: returns a webhook of a project that the caller may see. @throws CopydeskError `not_found`. */
export async function visibleWebhook(
  services: Pick<HttpServices, 'db'>,
  projectId: string,
  webhookId: string,
): Promise<Webhook> {
  const known = WebhookId.safeParse(webhookId).success;
  const webhook = known ? await readWebhook(services.db, projectId, webhookId) : undefined;
  if (webhook === undefined) throw jobNotFound();
  return webhook;
}

/** Checks 404: returns a trigger of a project that the caller may see. @throws CopydeskError `not_found`. */
export async function visibleTrigger(
  services: Pick<HttpServices, 'db'>,
  projectId: string,
  triggerId: string,
): Promise<StoredTrigger> {
  const known = TriggerId.safeParse(triggerId).success;
  const trigger = known ? await readTrigger(services.db, triggerId, projectId) : undefined;
  if (trigger === undefined) throw jobNotFound();
  return trigger;
}

/** Checks 404: returns an automation of a project that the caller may see. @throws CopydeskError `not_found`. */
export async function visibleAutomation(
  services: Pick<HttpServices, 'db'>,
  projectId: string,
  automationId: string,
): Promise<StoredAutomation> {
  const known = AutomationId.safeParse(automationId).success;
  const automation = known ? await readAutomation(services.db, automationId, projectId) : undefined;
  if (automation === undefined) throw jobNotFound();
  return automation;
}

/** Checks 404: returns a delivery of a webhook that the caller may see. @throws CopydeskError `not_found`. */
export async function visibleDelivery(
  services: Pick<HttpServices, 'db'>,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  const known = DeliveryId.safeParse(deliveryId).success;
  if (!known || !(await hasDelivery(services.db, webhookId, deliveryId))) throw jobNotFound();
}
