import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import { addApiRoute } from '../api-route.ts';
import { admitCaller } from '../checks/admit.ts';
import type { Caller } from '../session/caller.ts';
import { readProxyHeaders } from '../proxy-headers.ts';
import type { RouteServices } from './route-services.ts';

/** `GET /v1/health` */
export function addGetServerHealth(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getServerHealth',
    async admit(endpoint, request, reply) {
      const caller = await admitCaller(services, endpoint, request, reply);
      requireWholeServer(caller);
      return caller;
    },
    answer: async (_caller, request) => ({ status: 200, value: await services.health(readProxyHeaders(request)) }),
  });
}

/**
 * Refuses callers bound to one project or to test mode, because the server is more.
 * @throws CopydeskError `insufficient_scope`
 */
export function requireWholeServer({ projectId, organisationId }: Caller): void {
  if (isTestOrganisation(organisationId))
    throw new CopydeskError(
      'insufficient_scope',
      'A test key sees nothing of live work, and the health is that of the whole server. Use a live key.',
    );
  if (projectId === null) return;
  throw new CopydeskError(
    'insufficient_scope',
    'Your key is for one project, and the health is that of the whole server. Use a key for all projects.',
  );
}
