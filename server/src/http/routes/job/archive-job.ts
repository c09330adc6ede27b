import type { FastifyInstance } from 'fastify';
import { archiveJobFor } from '../../../desk/job/archive-job.ts';
import { withPage } from '../../../jobs/present.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v2/agent/{projectId}/job/{id}/archive`: takes no body, and ignores one. */
export function addArchiveJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'archiveJob',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job }) {
      const archived = await archiveJobFor(services.db, actorOf(caller), { projectId, jobId: job.id });
      return { status: 200, value: withPage(services.baseUrl, projectId, archived) };
    },
  });
}
