import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { visibleProject } from '../../checks/visibility.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v2/agent/{projectId}/job/{id}/diff` */
export function addGetJobDiff(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJobDiff',
    config: { isLarge: true },
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job }) {
      const project = await visibleProject(services, caller, projectId);
      return { status: 200, value: await services.readDiff(project, job.id) };
    },
  });
}
