import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyPrefixes } from '../projects/key/api-key.ts';
import { isTestOrganisation } from '../projects/test-mode.ts';
import { parameter } from './checks/admit.ts';
import type { HttpServices } from './services.ts';
import { authenticate } from './session/authenticate.ts';

/**
 * Lets test keys name a project by the id that live keys use for it. From here on the parameter is the id of the test
 * project, so that no route has to know about the two. The checks of a request decide what it may do.
 */
export function enterTestMode(app: FastifyInstance, services: HttpServices): void {
  const { testMode } = services;
  if (testMode === undefined) return;
  app.addHook('onRequest', async (request) => {
    if (!bearsTestKey(request)) return;
    const caller = await authenticate(services, request).catch(() => undefined);
    if (caller === undefined || !isTestOrganisation(caller.organisationId)) return;
    const { organisationId } = caller;
    if (listings.has(request.routeOptions.url ?? '')) await testMode.makeAll(organisationId);
    const projectId = parameter(request, 'projectId');
    if (projectId === '' || typeof request.params !== 'object' || request.params === null) return;
    const own = await testMode.enter(organisationId, projectId);
    if (own !== undefined) Reflect.set(request.params, 'projectId', own);
  });
}

/** They show the projects of the test mode to a key that has used none of them yet. */
const listings = new Set(['/v1/projects', '/v1/me/projects']);

function bearsTestKey({ headers: { authorization = '' } }: FastifyRequest): boolean {
  return /^bearer +/i.test(authorization) && authorization.includes(keyPrefixes.test);
}
