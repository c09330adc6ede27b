import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/projects/{projectId}/models` */
export function addListModels(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listModels',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    answer: async ({ project }) => ({ status: 200, value: await services.projects.models(project) }),
  });
}
