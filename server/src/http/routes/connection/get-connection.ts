import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/projects/{projectId}/connection` */
export function addGetConnection(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getConnection',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }) {
      const value = await services.connections.read(project.id);
      if (value !== undefined) return { status: 200, value };
      throw new CopydeskError(
        'not_found',
        'The project is not connected with a code host: Copydesk keeps its pull requests. PUT a connection to change that.',
      );
    },
  });
}
