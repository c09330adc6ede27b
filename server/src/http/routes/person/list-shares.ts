import type { FastifyInstance } from 'fastify';
import { listShareLinks } from '../../../projects/share-links.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/projects/{projectId}/shares` */
export function addListShares(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listShares',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    answer: async ({ project }) => ({
      status: 200,
      value: { shares: await listShareLinks(services.db, project.id) },
    }),
  });
}
