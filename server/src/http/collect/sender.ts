import type { Endpoint } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jobNotFound } from '../../jobs/not-found.ts';
import type { Project } from '../../projects/project.ts';
import { admit, parameter } from '../checks/admit.ts';
import { addressOf } from '../checks/authenticate.ts';
import type { HttpServices } from '../services.ts';
import { admitOrigin } from './cross-origin.ts';
import { countingRefusals } from './refusals.ts';
import type { ProjectCache } from './project-cache.ts';
import type { RateLimit } from './rate-limit.ts';

/** Who sends views: a server with a key, or the browser of a reader. */
export interface Sender {
  project: Project;
  source: 'server' | 'browser';
}

export interface SenderServices extends HttpServices {
  projects: ProjectCache;
  rate: RateLimit;
}

/**
 * The first checks, before anything of the body is looked at. With a key those of every endpoint; without one, for
 * what comes from a page of a site, the project 404, the origin 403 and the rate of the address 429. That the rate
 * comes before the body is on purpose: a flood must not have its bodies read.
 *
 * @throws CopydeskError `credentials_required`, `invalid_token`, `address_not_allowed`, `insufficient_scope`,
 *   `not_found`, `origin_not_allowed`, `quota_exceeded`.
 */
export async function admitSender(
  services: SenderServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sender> {
  const { authorization, origin } = request.headers;
  if (authorization !== undefined || origin === undefined) {
    return { project: (await admit(services, endpoint, request, reply)).project, source: 'server' };
  }
  const project = await services.projects(parameter(request, 'projectId'));
  if (project === undefined) throw jobNotFound();
  await countingRefusals(services, project, () => {
    admitOrigin(project, origin, reply);
    services.rate.take(addressOf(request), 1, reply);
  });
  return { project, source: 'browser' };
}
