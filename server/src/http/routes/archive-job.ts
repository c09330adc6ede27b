import type { FastifyInstance } from 'fastify';
import { archiveJob } from '../../jobs/archive.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToJob } from '../checks/admit.ts';
import type { RouteServices } from './route-services.ts';

/** `POST /v2/agent/{projectId}/job/{id}/archive`: takes no body, and ignores one. */
export function addArchiveJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'archiveJob',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ projectId, job }) {
      return {
        status: 200,
        value: await archiveJob(services.db, { projectId, jobId: job.id, by: 'api' }),
      };
    },
  });
}
