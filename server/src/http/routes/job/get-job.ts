import type { FastifyInstance } from 'fastify';
import { readSharing } from '../../../jobs/deliver/sharing.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v2/agent/{projectId}/job/{id}` */
export function addGetJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJob',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ projectId, job }) {
      const show = await readSharing(services.db, { baseUrl: services.baseUrl, projectId }, [job]);
      return { status: 200, value: show(job) };
    },
  });
}
