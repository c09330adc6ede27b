import type { FastifyInstance } from 'fastify';
import { listContextRepositories } from '../../../projects/connection/context-repositories.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/projects/{projectId}/context` */
export function addListContextRepositories(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listContextRepositories',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }) {
      return { status: 200, value: { repositories: await listContextRepositories(services.db, project.id) } };
    },
  });
}
