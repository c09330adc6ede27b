import type { FastifyInstance } from 'fastify';
import { readUsage } from '../../../jobs/usage/usage.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v2/agent/{projectId}/job/{id}/usage` */
export function addGetJobUsage(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJobUsage',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    answer: async ({ job }) => ({ status: 200, value: await readUsage(services.db, job.id, services.jobLimits) }),
  });
}
