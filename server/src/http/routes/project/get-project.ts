import type { FastifyInstance } from 'fastify';
import { readContents } from '../../../projects/delete.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/projects/{projectId}` */
export function addGetProject(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getProject',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }) {
      const contains = await readContents(services.db, project);
      return { status: 200, value: { ...services.projects.present(project), contains } };
    },
  });
}
