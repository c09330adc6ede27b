import type { Endpoint, Webhook } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jobNotFound } from '../../jobs/not-found.ts';
import type { StoredJob } from '../../jobs/present.ts';
import type { Project } from '../../projects/project.ts';
import type { StoredAutomation } from '../../automations/automation.ts';
import type { StoredTrigger } from '../../triggers/trigger.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import { countHeader } from '../replies/count-header.ts';
import { placeOf } from '../rooms/places.ts';
import type { HttpServices } from '../services.ts';
import { addressOf } from '../session/address.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Caller } from '../session/caller.ts';
import { shareReads } from '../load/shared-reads.ts';
import { requireScope } from './scope.ts';
import {
  findVisibleProject,
  visibleDelivery,
  visibleJob,
  visibleKey,
  visibleProject,
  visibleAutomation,
  visibleTrigger,
  visibleWebhook,
} from './visibility.ts';

/** The caller and the project of a request. */
export interface Admission {
  caller: Caller;
  project: Project;
}

/** The caller and the job of a request. `job` is as it was at the time of the check. */
export interface JobAdmission {
  caller: Caller;
  projectId: string;
  job: StoredJob;
}

/** The caller and the webhook of a request. `webhook` is as it was at the time of the check. */
export interface WebhookAdmission {
  caller: Caller;
  projectId: string;
  webhook: Webhook;
}

type AdmissionServices = Pick<HttpServices, 'db' | 'now' | 'baseUrl'>;

/**
 * Runs the first checks of every endpoint, before any of the body is read: authentication 401, scope 403.
 *
 * @throws CopydeskError `credentials_required`, `invalid_token`, `address_not_allowed`, `insufficient_scope`.
 */
export async function admitCaller(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await authenticate(services, request);
  requireScope(caller, endpoint, reply);
  return caller;
}

/**
 * Does the same for an endpoint of one project, and checks its visibility, 404.
 *
 * @throws CopydeskError also `not_found`.
 */
export async function admit(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  const caller = await admitCaller(services, endpoint, request, reply);
  return { caller, project: await visibleProject(services, caller, parameter(request, 'projectId')) };
}

/**
 * Does the same as {@link admit} for endpoints with thousands of requests: concurrent requests with the same key,
 * address and project share one check. A revoked key is refused from the next check on.
 */
export function admitTogether(
  services: AdmissionServices,
): (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<Admission> {
  const reads = shareReads<{ caller: Caller; project: Project | undefined }>();
  return async (endpoint, request, reply) => {
    const { authorization } = request.headers;
    // A session needs its own request checked, and so does a request with two headers.
    if (authorization === undefined || countHeader(request.raw, 'authorization') > 1)
      return await admit(services, endpoint, request, reply);
    const projectId = parameter(request, 'projectId');
    const { caller, project } = await reads(
      JSON.stringify([authorization, addressOf(request), projectId]),
      async () => {
        const asked = await authenticate(services, request);
        return { caller: asked, project: await findVisibleProject(services, asked, projectId) };
      },
    );
    placeOf(request.raw)?.belongTo(caller.id);
    requireScope(caller, endpoint, reply);
    if (project === undefined) throw jobNotFound();
    return { caller, project };
  };
}

/** Does the same for an endpoint of one API key, and returns the key as it was then. */
export async function admitToKey(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ caller: Caller; key: ApiKey }> {
  const caller = await admitCaller(services, endpoint, request, reply);
  return { caller, key: await visibleKey(services, caller, parameter(request, 'keyId')) };
}

/** Does the same for an endpoint of one job. */
export async function admitToJob(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<JobAdmission> {
  const caller = await admitCaller(services, endpoint, request, reply);
  const projectId = parameter(request, 'projectId');
  return { caller, projectId, job: await visibleJob(services, caller, { projectId, jobId: parameter(request, 'id') }) };
}

/** Does the same for an endpoint of one webhook. */
export async function admitToWebhook(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<WebhookAdmission> {
  const { caller, project } = await admit(services, endpoint, request, reply);
  const webhook = await visibleWebhook(services, project.id, parameter(request, 'webhookId'));
  return { caller, projectId: project.id, webhook };
}

/** Does the same for an endpoint of one trigger. */
export async function admitToTrigger(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ caller: Caller; trigger: StoredTrigger }> {
  const { caller, project } = await admit(services, endpoint, request, reply);
  return { caller, trigger: await visibleTrigger(services, project.id, parameter(request, 'triggerId')) };
}

/** Does the same for an endpoint of one automation. */
export async function admitToAutomation(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission & { automation: StoredAutomation }> {
  const admission = await admit(services, endpoint, request, reply);
  const id = parameter(request, 'automationId');
  return { ...admission, automation: await visibleAutomation(services, admission.project.id, id) };
}

/** Does the same for an endpoint of one delivery. */
export async function admitToDelivery(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ caller: Caller; projectId: string; webhookId: string; deliveryId: string }> {
  const { caller, projectId, webhook } = await admitToWebhook(services, endpoint, request, reply);
  const deliveryId = parameter(request, 'deliveryId');
  await visibleDelivery(services, webhook.id, deliveryId);
  return { caller, projectId, webhookId: webhook.id, deliveryId };
}

/** Returns a parameter of the path; `''` when the route has none of the name. */
export function parameter(request: FastifyRequest, name: string): string {
  const { params } = request;
  if (typeof params !== 'object' || params === null) return '';
  const value: unknown = Reflect.get(params, name);
  return typeof value === 'string' ? value : '';
}
