import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/projects/{projectId}/connection` */
export function addDeleteConnection(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'deleteConnection',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }) {
      await services.connections.delete(actorOf(caller), project);
      return { status: 204, value: null };
    },
  });
}
