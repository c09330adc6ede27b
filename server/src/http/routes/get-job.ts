import type { FastifyInstance } from 'fastify';
import { hasOpenPullRequest, withShared } from '../../jobs/present.ts';
import { readShared } from '../../jobs/shared-files.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToJob } from '../checks/admit.ts';
import type { RouteServices } from './route-services.ts';

/** `GET /v2/agent/{projectId}/job/{id}` */
export function addGetJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJob',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ projectId, job }) {
      // While it is at work, and asked about again and again, it has none.
      const shared = hasOpenPullRequest(job) ? await readShared(services.db, projectId, [job.id]) : undefined;
      const value = withShared(services.baseUrl, projectId, job, shared && (shared.get(job.id) ?? []));
      return { status: 200, value };
    },
  });
}
